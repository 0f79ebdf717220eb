/** What a provider says of a request that it refused. */
export interface ErrorFields {
  readonly message: string;
  readonly code?: unknown;
  readonly param?: unknown;
  readonly type?: unknown;
}

/**
 * The reason in the body of an error, wherever a server puts it: `{error: {message}}` as OpenAI
 * does, `{error: text}`, `{message}`, `{detail}`; the whole as the only member of a list as well.
 */
export function errorFields(body: unknown): ErrorFields | undefined {
  if (body === undefined || body === null) return undefined;
  const whole = fieldsOf(Array.isArray(body) && body.length === 1 ? body[0] : body);
  const reason = whole["error"] ?? whole;
  if (typeof reason === "string") return { message: reason };

  const { message, detail, code, param, type } = fieldsOf(reason);
  return { message: text(message ?? detail ?? body), code, param, type };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
