import type { CompletionFn } from "./completion.ts";
import type { RunScope } from "./run-scope.ts";
import type { Secrets } from "./secrets.ts";
import type { EntryPlace } from "./spec.ts";

/** What evals and completion functions may ask of the registry. */
export interface RegistryView {
  /**
   * The completion function of a name, made with the arguments of its entry and `args` over them.
   *
   * @throws {ConfigError} when nothing has this name
   */
  completionFn(name: string, args?: Readonly<Record<string, unknown>>): Promise<CompletionFn>;
  /**
   * The model-graded spec of a name, as its YAML has it.
   *
   * @throws {ConfigError} when nothing has this name
   */
  modelgradedSpec(name: string): Promise<RegistryEntry>;
}

/** An entry of the registry with the fields of its YAML, before anybody has checked them. */
export interface RegistryEntry extends EntryPlace {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What a completion function is given when it is made, beside the `args` of its entry. */
export interface CompletionFnContext {
  /** As typed on the command line or in YAML. */
  readonly name: string;
  readonly registry: RegistryView;
  /** Where functions of one run meet, such as those that ask the same model. */
  readonly scope: RunScope;
  /** Keys go in here as soon as they are known, so that no log or message shows them. */
  readonly secrets: Secrets;
  /** Longest wait for one request, in milliseconds. */
  readonly timeoutMs: number;
  /** Tells the user something once. */
  warn(message: string): void;
}
