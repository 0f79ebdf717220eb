import { ConfigError } from "../core/errors.ts";

/** The parts of a concrete eval's name: `base.split.version`, with at least one dot. */
export interface EvalName {
  readonly base: string;
  readonly split: string;
}

/** @throws {ConfigError} when the name has no dot, which openai/evals needs as well */
export function parseEvalName(name: string, where: string): EvalName {
  const [base = "", split] = name.split(".");
  if (split !== undefined) return { base, split };
  throw new ConfigError(`the eval name "${name}" has no split`, {
    where,
    fix: `name it "${name}.dev.v0" and let "${name}" be an alias: \`${name}: { id: ${name}.dev.v0 }\``,
  });
}
