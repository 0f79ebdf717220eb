import type { ArgFiles } from "./arg-files.ts";
import type { CompletionFn, EmbeddingFn } from "./completion.ts";
import type { AskedMetric, Metric, MetricTools } from "./metric.ts";
import type { RowSource } from "./row-source.ts";
import type { RunScope } from "./run-scope.ts";
import type { Secrets } from "./secrets.ts";
import type { EntryPlace } from "./spec.ts";

/** What evals and completion functions may ask of the registry. */
export interface RegistryView {
  /**
   * The completion function of a name, made with the arguments of its entry and `args` over them;
   * or one whose class is given in place of a name.
   *
   * @throws {ConfigError} when nothing has this name, or it cannot be made
   */
  completionFn(
    asked: string | InlineSpec,
    args?: Readonly<Record<string, unknown>>,
  ): Promise<CompletionFn>;
  /**
   * What turns texts into vectors: an entry of the completion functions whose class does, a
   * reference, `hashed-embedding`, or else a model by OpenAI's protocol. It tries again what may pass.
   *
   * @param args of its class; for a model where it is asked and as whom, as for OpenAI's completion
   * functions
   * @throws {ConfigError} when it cannot be asked
   */
  embeddingFn(model: string, args?: Readonly<Record<string, unknown>>): Promise<EmbeddingFn>;
  /**
   * A metric of a name, or of the class that is given in place of one.
   *
   * @param tools whom it and the metrics that it holds ask
   * @throws {ConfigError} when nothing has this name, or it cannot be made
   */
  metric(asked: AskedMetric, tools: MetricTools): Promise<Metric>;
  /**
   * The model-graded spec of a name, as its YAML has it.
   *
   * @throws {ConfigError} when nothing has this name
   */
  modelgradedSpec(name: string): Promise<RegistryEntry>;
}

/** A class with its arguments, as it stands within the `args` of an entry. */
export interface InlineSpec {
  readonly class: string;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * What a class of completion functions may declare as `static needs`: what has to be done before one
 * with these args can answer, each as an instruction such as `set OPENAI_API_KEY`.
 *
 * @param needsOf the same of a function that it asks in turn
 */
export type Needs = (
  args: Readonly<Record<string, unknown>>,
  needsOf: (asked: string | InlineSpec) => Promise<readonly string[]>,
) => readonly string[] | Promise<readonly string[]>;

/** An entry of the registry with the fields of its YAML, before anybody has checked them. */
export interface RegistryEntry extends EntryPlace {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What a completion function is given when it is made, beside the `args` of its entry. */
export interface CompletionFnContext extends ArgFiles {
  /** As typed on the command line or in YAML. */
  readonly name: string;
  readonly registry: RegistryView;
  /** Where functions of one run meet, such as those that ask the same model. */
  readonly scope: RunScope;
  /** Keys go in here as soon as they are known, so that no log or message shows them. */
  readonly secrets: Secrets;
  /** Longest wait for one request, in milliseconds. */
  readonly timeoutMs: number;
  /** The working directory of the run, where relative paths start. */
  readonly cwd: string;
  /** Opens a data set named in the args: a path, a glob, a URL or `module:export`. */
  openRows(reference: string): Promise<RowSource<unknown>>;
  /** What an installed package exports; undefined when it is not installed. */
  importPackage(name: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Tells the user something once. */
  warn(message: string): void;
}
