import type { ArgFiles } from "../core/arg-files.ts";
import type { CompletionFn, EmbeddingFn } from "../core/completion.ts";
import { ConfigError } from "../core/errors.ts";
import type { CompletionFnContext, InlineSpec, RegistryView } from "../core/registry-view.ts";
import type { ClassKind } from "./builtins.ts";
import type { CallOptions } from "./call-layers.ts";
import type { GivenArgs } from "./completion-args.ts";
import { isEmbeddingClass } from "./embedding-class.ts";
import { placeOf } from "./entry.ts";
import type { FnSpec } from "./fn-spec.ts";
import { COMPLETION_FN_KINDS, type Kind } from "./kinds.ts";
import type { AnyClass, LoadedClass } from "./load-class.ts";
import { checkCompletionFnArgs, makeCompletionFn, makeEmbeddingFn } from "./make-completion-fn.ts";
import { mistakenModel, withDoubt } from "./mistaken-model.ts";
import { modelSpec } from "./model-spec.ts";

/** What the registry does for those that make functions. */
export interface FnSource extends Pick<RegistryView, "modelgradedSpec" | "metric"> {
  completionFnSpec(name: string): FnSpec | undefined;
  loadClass(spec: FnSpec, kind: ClassKind): Promise<LoadedClass>;
  loadEmbeddingClass(spec: FnSpec): Promise<AnyClass>;
  /** All names of a kind. */
  names(kind: Kind): readonly string[];
  /** The file of a spec's class; undefined for a built-in one. */
  classFile(spec: FnSpec): Promise<string | undefined>;
  openRows(reference: string, root: string): ReturnType<CompletionFnContext["openRows"]>;
  argFiles(root: string): ArgFiles;
}

/** What every function is made with. */
export interface FnTools
  extends Pick<
    CompletionFnContext,
    "scope" | "secrets" | "timeoutMs" | "cwd" | "importPackage" | "warn"
  > {
  readonly calls: CallOptions;
}

/** Makes completion functions, and those that they ask the registry for in turn. */
export class FnMaker {
  readonly #source: FnSource;
  readonly #tools: FnTools;

  constructor(source: FnSource, tools: FnTools) {
    this.#source = source;
    this.#tools = tools;
  }

  /**
   * @param trail the entries that it is made for, the outermost first
   * @throws {ConfigError} when it cannot be made, or would ask itself
   */
  async completionFn(
    asked: string | InlineSpec,
    given: GivenArgs,
    trail: readonly FnSpec[] = [],
  ): Promise<CompletionFn> {
    const { spec, doubt } = await this.#specOf(asked, trail);
    if (typeof asked === "string") refuseCircle(spec, trail);
    const loaded = await this.#source.loadClass(spec, "completion-fn");
    const context = this.#context(spec, [...trail, spec]);
    const name = typeof asked === "string" ? asked : asked.class;
    const { calls } = this.#tools;
    const classFile = () => this.#source.classFile(spec);
    const setting = { context: { ...context, name }, calls, classFile };
    const fn = await withDoubt(makeCompletionFn(loaded, { spec, given }, setting), doubt);
    if (doubt) this.#tools.warn(doubt);
    return fn;
  }

  /**
   * Looks at what a name stands for, its class and its args, and makes nothing.
   *
   * @throws {ConfigError} when one of them is wrong
   */
  async lookAt(asked: string | InlineSpec, given: GivenArgs): Promise<void> {
    const { spec, doubt } = await this.#specOf(asked, []);
    const loaded = await this.#source.loadClass(spec, "completion-fn");
    checkCompletionFnArgs(loaded, { spec, given }, this.#tools.secrets);
    if (doubt) this.#tools.warn(doubt);
  }

  /**
   * @param model an entry or reference of a class that embeds, its short name, or else a model
   * @throws {ConfigError} when it cannot be asked
   */
  async embeddingFn(
    model: string,
    args: Readonly<Record<string, unknown>>,
    trail: readonly FnSpec[] = [],
  ): Promise<EmbeddingFn> {
    const spec = this.#source.completionFnSpec(model) ?? inlineSpec(embeddingOf(model), trail);
    const Class = await this.#source.loadEmbeddingClass(spec);
    const context = { ...this.#context(spec, trail), name: model };
    return makeEmbeddingFn(Class, { spec, overrides: args }, { context, calls: this.#tools.calls });
  }

  /** What is asked for, and why it may not be what was meant. */
  async #specOf(
    asked: string | InlineSpec,
    trail: readonly FnSpec[],
  ): Promise<{ spec: FnSpec; doubt?: string | undefined }> {
    if (typeof asked !== "string") return { spec: inlineSpec(asked, trail) };
    const named = this.#source.completionFnSpec(asked);
    if (named) return { spec: named };
    const spec = await modelSpec(asked);
    const names = () => [
      "dummy",
      ...COMPLETION_FN_KINDS.flatMap((kind) => this.#source.names(kind)),
    ];
    return { spec, doubt: mistakenModel(spec, names) };
  }

  #context({ registry_path }: FnSpec, trail: readonly FnSpec[]): Omit<CompletionFnContext, "name"> {
    const { calls: _, ...tools } = this.#tools;
    const registry: RegistryView = {
      completionFn: (asked, args = {}) =>
        this.completionFn(asked, { values: args, texts: {} }, trail),
      embeddingFn: (model, args = {}) => this.embeddingFn(model, args, trail),
      metric: (asked, tools) => this.#source.metric(asked, tools),
      modelgradedSpec: (name) => this.#source.modelgradedSpec(name),
    };
    return {
      ...tools,
      ...this.#source.argFiles(registry_path),
      registry,
      openRows: (reference) => this.#source.openRows(reference, registry_path),
    };
  }
}

function embeddingOf(model: string): InlineSpec {
  if (isEmbeddingClass(model)) return { class: model };
  return { class: "openai-embedding", args: { model } };
}

/** A class within an entry's args; its paths start where those of the entry do. */
function inlineSpec({ class: cls, args = {} }: InlineSpec, trail: readonly FnSpec[]): FnSpec {
  const outer = trail.at(-1);
  const place = outer ?? { key: cls, group: "", registry_path: "", file: cls, line: 0 };
  return { ...place, cls, args, limits: undefined, cache: undefined };
}

function refuseCircle(spec: FnSpec, trail: readonly FnSpec[]): void {
  const start = trail.findIndex(({ key, cls }) => key === spec.key && cls === spec.cls);
  if (start === -1) return;
  const names = [...trail.slice(start), spec].map(({ key }) => `"${key}"`);
  throw new ConfigError(`a completion function asks itself: ${names.join(" → ")}`, {
    where: placeOf(spec),
    fix: "name another function in its args",
  });
}
