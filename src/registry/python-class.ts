import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ConfigError } from "../core/errors.ts";
import type { ModuleRef } from "./class-ref.ts";

/** Evals that are contributed to this package; the same from `src/` and from `dist/`. */
const CONTRIBUTED = new URL("../../evals/", import.meta.url);

/** Whether a module is named as Python names them: `evals.elsuite.bluff`, `my_evals.arithmetic`. */
export function isPythonName(module: string): boolean {
  return /^[a-z_]\w*(\.\w+)+$/.test(module) && !/\.[cm]?[jt]s$/.test(module);
}

/** `evals.elsuite.extract_countries:X` is `X` of `evals/extract-countries.ts`, if that is there. */
export function contributedEval({ module, name }: ModuleRef): ModuleRef | undefined {
  const [, suite] = /^evals\.elsuite\.(\w+)$/.exec(module) ?? [];
  if (suite === undefined) return undefined;
  const path = fileURLToPath(new URL(`${suite.replaceAll("_", "-")}.ts`, CONTRIBUTED));
  return existsSync(path) ? { form: "file", module: path, name } : undefined;
}

/** The error for a class of Python that has no counterpart. */
export function pythonClassError(use: {
  readonly cls: string;
  readonly where: string;
  users(): readonly string[];
}): ConfigError {
  const users = use.users().map((name) => `"${name}"`);
  const shown =
    users.slice(0, 5).join(", ") + (users.length > 5 ? ` and ${users.length - 5} more` : "");
  return new ConfigError(
    `"${use.cls}" is a Python class that has no counterpart here${shown ? `; ${shown} cannot run` : ""}`,
    { where: use.where, fix: counterpartOf(use.cls) },
  );
}

/** What does the same here for some that have no counterpart of their own. */
function counterpartOf(cls: string): string {
  const known = INSTEAD.find(([pattern]) => pattern.test(cls));
  return known?.[1] ?? "write it in TypeScript: docs/custom-eval.md#porting-a-python-class";
}

const CHAIN =
  "export the chain or model of LangChain.js from a file and name it: ./chain.ts:chain (docs/systems.md#langchain)";
const PROVIDER =
  "name the model with its provider, as in anthropic/claude-sonnet-4-5 (docs/systems.md#ai-sdk)";

const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/^evals\.completion_fns\.langchain_/, CHAIN],
  [/^evals\.solvers\.(providers\.)?(anthropic|google|groq|mistral|together|fireworks)/, PROVIDER],
  [
    /^evals\.solvers\.nested\.hhh_solver:/,
    "its transcript is other people's: show examples of your own by class few-shot-solver",
  ],
  [
    /^evals\.solvers\.human_cli_solver:/,
    "answer by a program of your own: class command (docs/systems.md#a-program)",
  ],
];
