import { logged } from "../completion/calls/logged.ts";
import type { CompletionFn } from "../core/completion.ts";
import { ConfigError } from "../core/errors.ts";
import type { EvalContext } from "../core/eval.ts";
import { argsFor } from "../registry/completion-args.ts";
import type { Registry } from "../registry/registry.ts";
import { refuseJudges } from "../templates/one-judge.ts";
import type { FoundEval } from "./make-eval.ts";
import type { EvalClass, RunSettings } from "./options.ts";

/** A completion function, or a name that the registry knows how to make one of. */
export type AskedFn = string | CompletionFn;

/** The name that the log has for a completion function. */
export function nameOfFn(fn: AskedFn): string {
  return typeof fn === "string" ? fn : fn.constructor.name;
}

/** The functions of a run under the names that an eval's context has for them. */
export type NamedFns = Pick<
  EvalContext,
  "completionFns" | "completionFnNames" | "judge" | "judgeName"
>;

/** How completion functions are made. */
export interface FnSettings extends Pick<RunSettings, "completionArgs" | "judge"> {
  /** All that a key `FN:key` may be meant for, when others take their turn. @default those of the run */
  readonly among?: readonly AskedFn[] | undefined;
  /** Puts something else in their place. */
  readonly standIn?: StandIn | undefined;
}

/** Takes the place of a function; `make` gives the function itself. */
export type StandIn = (name: string, make: () => Promise<CompletionFn>) => CompletionFn;

/**
 * Makes the completion functions of a run and its judge; objects are taken as they are and logged
 * as all are.
 *
 * @throws {ConfigError} when one cannot be made, for example because a key is missing
 */
export async function makeCompletionFns(
  asked: readonly AskedFn[],
  registry: Registry,
  { completionArgs = {}, judge, among = asked, standIn }: FnSettings,
): Promise<NamedFns> {
  if (typeof judge === "string") refuseJudges(judge, "--judge");
  const all = judge === undefined ? among : [...among, judge];
  const names = all.map(nameOfFn);
  const make = async (fn: AskedFn) => {
    if (typeof fn !== "string") {
      await fn.prepare?.();
      return logged(fn);
    }
    const { values, texts } = argsFor(fn, completionArgs, names);
    return registry.completionFn(fn, values, texts);
  };
  const put = (fn: AskedFn) => standIn?.(nameOfFn(fn), () => make(fn)) ?? make(fn);
  return {
    completionFns: await Promise.all(asked.map(put)),
    completionFnNames: asked.map(nameOfFn),
    ...(judge === undefined ? {} : { judge: await put(judge), judgeName: nameOfFn(judge) }),
  };
}

/**
 * An eval that asks one function does not silently leave out the others.
 *
 * @throws {ConfigError} when there are more functions than the eval asks, or none
 */
export function refuseSpareFns({ spec, loaded }: FoundEval, asked: readonly AskedFn[]): void {
  const names = asked.map(nameOfFn);
  if (names.some((name) => name.trim() === "")) {
    throw new ConfigError("a completion function has no name", {
      where: names.join(","),
      fix: "write names separated by single commas, as in gpt-4o,gpt-4.1",
    });
  }
  if (asked.length <= 1 || (loaded.Class as EvalClass).manyFns) return;
  throw new ConfigError(
    `"${spec.key}" asks one completion function, and ${asked.length} are given`,
    {
      where: names.join(","),
      fix: "add --each to run it once for each of them",
    },
  );
}
