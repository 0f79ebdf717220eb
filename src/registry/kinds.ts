import { didYouMean } from "../core/closest.ts";
import { ConfigError } from "../core/errors.ts";

/** What a registry holds; each kind is a folder or a file of its name. */
export type Kind = "evals" | "eval_sets" | "completion_fns" | "solvers" | "modelgraded" | "metrics";

/** Every kind, as its folder is called. */
export const KINDS: readonly Kind[] = [
  "evals",
  "eval_sets",
  "completion_fns",
  "solvers",
  "modelgraded",
  "metrics",
];

/** Kinds that share their names: a solver is a completion function, and wins where both have it. */
export const COMPLETION_FN_KINDS: readonly Kind[] = ["completion_fns", "solvers"];

/** Whether a word of the command line means a kind. */
export function isKind(word: string): boolean {
  return kindsNamed(word).length > 0;
}

/**
 * The kinds that a word of the command line means: `evals`, `sets`, `completion-fns` (solvers
 * among them), `modelgraded`, `metrics`, or a folder's name.
 *
 * @throws {ConfigError} when it means none
 */
export function kindsOf(word: string): readonly Kind[] {
  const kinds = kindsNamed(word);
  if (kinds.length > 0) return kinds;
  const words = ["evals", "sets", "completion-fns", "solvers", "modelgraded", "metrics"];
  throw new ConfigError(`the registry has no "${word}"`, {
    fix: didYouMean(word, words) ?? `it has ${words.join(", ")}`,
  });
}

function kindsNamed(word: string): readonly Kind[] {
  const plain = word.toLowerCase().replaceAll("-", "_");
  if (plain === "completion_fns") return COMPLETION_FN_KINDS;
  return KINDS.filter((known) => known === plain || known === `eval_${plain}`);
}

/** The command line that lists the names of a kind. */
export function listCommand(kind: Kind): string {
  return `oaieval list ${LISTED_AS[kind]}`.trimEnd();
}

/** One entry of a kind, as a message calls it. */
export function singular(kind: Kind): string {
  return SINGULAR[kind];
}

const SINGULAR: Readonly<Record<Kind, string>> = {
  evals: "eval",
  eval_sets: "eval set",
  completion_fns: "completion function",
  solvers: "solver",
  modelgraded: "model-graded spec",
  metrics: "metric",
};

const LISTED_AS: Readonly<Record<Kind, string>> = {
  evals: "",
  eval_sets: "sets",
  completion_fns: "completion-fns",
  solvers: "completion-fns",
  modelgraded: "modelgraded",
  metrics: "metrics",
};
