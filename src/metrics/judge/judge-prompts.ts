import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { z } from "zod";
import { ConfigError } from "../../core/errors.ts";
import { type PromptTemplate, PromptText, parsePrompt } from "../../core/prompt-template.ts";
import { BOUNDARY } from "./material.ts";

/** A prompt of the user's for a judge: of its only step, or by the names of its steps. */
export const OwnPrompt = z.union([PromptText, z.record(z.string(), PromptText)]);
export type OwnPrompt = z.infer<typeof OwnPrompt>;

/** The prompts of a judge, one for each step. */
export interface JudgePrompts {
  /** Which prompts they are: the version of the bundled file, or the hash of the user's. */
  readonly version: string;
  readonly steps: ReadonlyMap<string, PromptTemplate>;
}

/** Which steps of which file are wanted, and who wants them. */
export interface PromptOrder {
  /** Name of the file in `registry/judge_prompts/`, without its ending. */
  readonly file: string;
  readonly steps: readonly string[];
  /** As YAML names the metric, for messages. */
  readonly metric: string;
}

/**
 * The bundled prompts of a judge, the user's in place of those that he brings.
 *
 * @throws {ConfigError} when a prompt of the user's cannot be read, or names other fields
 */
export function judgePrompts(order: PromptOrder, own?: OwnPrompt): JudgePrompts {
  const { version, prompts } = readBundled(order.file);
  const bundled = order.steps.map((step) => [step, parsePrompt(prompts[step] ?? "")] as const);
  if (own === undefined) return { version: String(version), steps: new Map(bundled) };

  const texts = textsByStep(own, order);
  const steps = bundled.map(([step, template]): [string, PromptTemplate] => {
    const text = texts[step];
    return [step, text === undefined ? template : ownPrompt(text, template, placeOf(order, step))];
  });
  return { version: `${version}+own:${hashOf(own)}`, steps: new Map(steps) };
}

/** The first eight hexadecimal digits of a prompt's hash: which of the user's it is. */
export function hashOf(own: OwnPrompt): string {
  return createHash("sha256").update(JSON.stringify(own)).digest("hex").slice(0, 8);
}

const Bundled = z.object({ version: z.int(), prompts: z.record(z.string(), PromptText) });

/** The same from `src/` and from `dist/`. */
const FOLDER = new URL("../../../registry/judge_prompts/", import.meta.url);

function readBundled(name: string): z.infer<typeof Bundled> {
  const path = fileURLToPath(new URL(`${name}.yaml`, FOLDER));
  return Bundled.parse(parse(readFileSync(path, "utf8")));
}

function textsByStep(own: OwnPrompt, { steps, metric }: PromptOrder): Record<string, PromptText> {
  const [only = "", second] = steps;
  if (!isByStep(own)) {
    if (second === undefined) return { [only]: own };
    throw new ConfigError(
      `"${metric}" asks its judge in ${steps.length} steps, and prompt is one`,
      {
        fix: `write a prompt for each step that you change: ${steps.join(", ")}`,
      },
    );
  }
  const unknown = Object.keys(own).find((step) => !steps.includes(step));
  if (unknown === undefined) return own;
  throw new ConfigError(`"${metric}" has no step "${unknown}" that a prompt could be for`, {
    fix: `its steps are ${steps.join(", ")}`,
  });
}

function isByStep(own: OwnPrompt): own is Record<string, PromptText> {
  return typeof own === "object" && !Array.isArray(own);
}

function ownPrompt(text: PromptText, bundled: PromptTemplate, where: string): PromptTemplate {
  const template = parsePrompt(text, where);
  const asked = bundled.names.filter((name) => name !== BOUNDARY);
  const missing = asked.find((name) => !template.names.includes(name));
  const unknown = template.names.find((name) => name !== BOUNDARY && !asked.includes(name));
  const fix = `it must name ${asked.map((name) => `{${name}}`).join(", ")}, and may name {${BOUNDARY}}`;
  if (missing !== undefined) {
    throw new ConfigError(`the judge's prompt does not name {${missing}}`, { where, fix });
  }
  if (unknown === undefined) return template;
  throw new ConfigError(`the judge's prompt names {${unknown}}, which has no value`, {
    where,
    fix,
  });
}

function placeOf({ metric }: PromptOrder, step: string): string {
  return `prompt of "${metric}", step "${step}"`;
}
