import { misspelt } from "../core/closest.ts";
import { ConfigError } from "../core/errors.ts";
import type { ClassSpec } from "../core/spec.ts";

/** Families of OpenAI's models; names of theirs are no slips of others. */
const OPENAI_MODEL = /^(?:openai\/|ft:|chatgpt|gpt|o\d|text-|davinci|babbage|ada$|curie)/;

/**
 * What to say of a name that was taken for a model of OpenAI's API, though the registry has one that
 * was probably meant; nothing for names that are models by all appearance.
 *
 * @param names of the registry's completion functions; read only when there is a doubt
 */
export function mistakenModel(
  { key, cls }: Pick<ClassSpec, "key" | "cls">,
  names: () => Iterable<string>,
): string | undefined {
  if (!cls.startsWith("builtin:openai-") || OPENAI_MODEL.test(key)) return undefined;
  const meant = misspelt(key, names());
  return (
    meant &&
    `"${key}" is no name of the registry and is taken for a model of OpenAI's API; did you mean "${meant}"?`
  );
}

/** Waits for work; its error is mended, more likely than not, by what the doubt says. */
export async function withDoubt<T>(work: Promise<T>, doubt: string | undefined): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (doubt === undefined || !(error instanceof ConfigError)) throw error;
    const { message, where, fix, cause } = error;
    throw new ConfigError(message, { where, fix: fix ? `${doubt} Else: ${fix}` : doubt, cause });
  }
}
