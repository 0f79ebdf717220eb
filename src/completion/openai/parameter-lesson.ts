import type { ChatMessage } from "../../core/prompt.ts";

/** The body of a request. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** What a model does not take, and what it gets instead. */
export interface Lesson {
  /** The parameter, or `role` with the refused role. */
  readonly refused: string;
  /** In words, for the user. */
  readonly remedy: string;
  readonly apply: (body: RequestBody) => RequestBody;
}

/** The parts of a request that a model may refuse and that have a remedy. */
export function doubtfulParts(body: RequestBody): string[] {
  const limit = "max_tokens" in body ? ["max_tokens"] : [];
  const dispensable = DISPENSABLE.filter((name) => name in body).map((name) =>
    body[name] === NEUTRAL[name] ? `neutral ${name}` : name,
  );
  const format = hasFormat(body) ? [withoutFormat.refused] : [];
  return [...limit, ...dispensable, ...format, ...specialRoles(body).map(roleName)];
}

/** What the refusal of a request teaches, when it is about a parameter that has a remedy. */
export function lessonOf(error: unknown, body: RequestBody): Lesson | undefined {
  const { status, code, param, message = "" } = Object(error) as Refusal;
  if (status !== 400 || !(isUnsupported(code) || UNSUPPORTED.test(message))) return undefined;

  const named = typeof param === "string" && param !== "" ? param : undefined;
  const isMeant = (name: string) =>
    named ? named === name : new RegExp(`\\b${name}\\b`).test(message);
  if ("max_tokens" in body && isMeant("max_tokens")) return renamedLimit;
  const refused = DISPENSABLE.find((name) => name in body && isMeant(name));
  if (refused) return withoutParameter(refused);
  if (hasFormat(body) && named?.startsWith(withoutFormat.refused)) return withoutFormat;

  const isAboutRoles = named ? named.endsWith(".role") : /\brole\b/.test(message);
  return isAboutRoles ? roleLesson(message, body) : undefined;
}

interface Refusal {
  readonly status?: number;
  readonly code?: unknown;
  readonly param?: unknown;
  readonly message?: string;
}

/** What an answer can do without: how tokens are drawn, which form it has, and how it comes. */
const DISPENSABLE = [
  "temperature",
  "top_p",
  "presence_penalty",
  "frequency_penalty",
  "logit_bias",
  "seed",
  "response_format",
  "stream_options",
];

/** Values that change nothing: a model that refuses all others may take these. */
export const NEUTRAL: Readonly<Record<string, unknown>> = {
  temperature: 1,
  top_p: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
};

const UNSUPPORTED = /unsupported|not support|unrecognized|unknown|not permitted|deprecated/i;

function isUnsupported(code: unknown): boolean {
  return code === "unsupported_parameter" || code === "unsupported_value";
}

const renamedLimit: Lesson = {
  refused: "max_tokens",
  remedy: "max_completion_tokens is sent instead",
  apply: ({ max_tokens, ...body }) =>
    max_tokens === undefined ? body : { max_completion_tokens: max_tokens, ...body },
};

function withoutParameter(name: string): Lesson {
  return {
    refused: name,
    remedy: "it is left out",
    apply: ({ [name]: _, ...body }) => body,
  };
}

/** The form of the answer, where responses have it. */
const withoutFormat: Lesson = {
  refused: "text.format",
  remedy: "it is left out",
  apply(body) {
    if (!hasFormat(body)) return body;
    const { text, ...rest } = body;
    const { format: _, ...others } = text;
    return Object.keys(others).length > 0 ? { ...rest, text: others } : rest;
  },
};

function hasFormat(
  body: RequestBody,
): body is RequestBody & { readonly text: { readonly format: unknown } } {
  const { text } = body;
  return typeof text === "object" && text !== null && "format" in text;
}

function roleLesson(message: string, body: RequestBody): Lesson | undefined {
  const roles = specialRoles(body);
  const role = roles.find((name) => message.includes(name)) ?? roles[0];
  return role === undefined ? undefined : otherRole(role, message);
}

/** The role that the model asks for; `user` is one that every model takes. */
function otherRole(refused: string, message: string): Lesson {
  const role = refused === "system" && message.includes("developer") ? "developer" : "user";
  return {
    refused: roleName(refused),
    remedy: `${role} is sent instead`,
    apply(body) {
      if (!specialRoles(body).includes(refused)) return body;
      const field = "input" in body ? "input" : "messages";
      const renamed = (each: ChatMessage) => (each.role === refused ? { ...each, role } : each);
      return { ...body, [field]: messagesOf(body).map(renamed) };
    },
  };
}

function roleName(role: string): string {
  return `the role ${role}`;
}

function specialRoles(body: RequestBody): string[] {
  const roles = new Set(messagesOf(body).map(({ role }) => role));
  return ["system", "developer"].filter((role) => roles.has(role));
}

/** Chats have `messages`, responses `input`. */
function messagesOf({ input, messages = input }: RequestBody): readonly ChatMessage[] {
  return Array.isArray(messages) ? messages : [];
}
