import { dirname, join } from "node:path";
import type { ArgFiles } from "../core/arg-files.ts";
import type { CompletionFn, EmbeddingFn } from "../core/completion.ts";
import { ConfigError } from "../core/errors.ts";
import type { AskedMetric, Metric, MetricTools } from "../core/metric.ts";
import type { InlineSpec, RegistryView } from "../core/registry-view.ts";
import type { RowSource } from "../core/row-source.ts";
import { RunScope } from "../core/run-scope.ts";
import { Secrets } from "../core/secrets.ts";
import type { ClassSpec, EntryPlace } from "../core/spec.ts";
import { cacheFolder, cacheNotice } from "../data/cache-folder.ts";
import type { InputStream } from "../data/stream-rows.ts";
import { argFiles } from "./arg-files.ts";
import type { ClassKind } from "./builtins.ts";
import type { CallOptions } from "./call-layers.ts";
import { parseClassRef } from "./class-ref.ts";
import type { Mapping } from "./describe-value.ts";
import { loadEmbeddingClass } from "./embedding-class.ts";
import { placeOf } from "./entry.ts";
import { FnMaker } from "./fn-maker.ts";
import { type AnyClass, type LoadedClass, loadClass } from "./load-class.ts";
import { type ExportUse, loadExport, moduleFile } from "./load-export.ts";
import { MetricMaker, type MetricOrigin } from "./metric-maker.ts";
import { ModuleLoader } from "./module-loader.ts";
import { referenceSpec } from "./reference-spec.ts";
import { BUNDLED_ROOT } from "./roots.ts";
import { type IndexOptions, SpecIndex } from "./spec-index.ts";

/** Where registries are, and what their completion functions are made with. */
export interface RegistryOptions extends IndexOptions, CallOptions {
  readonly secrets?: Secrets | undefined;
  /** Longest wait for one request, in milliseconds. @default 600_000 */
  readonly timeoutMs?: number | undefined;
  /** Where completion functions meet. @default one of the registry's own */
  readonly scope?: RunScope | undefined;
  /** Use data that was downloaded before. @default true */
  readonly useCache?: boolean | undefined;
  /** Ends the opening of data, which then throws its reason. */
  readonly signal?: AbortSignal | undefined;
  /** What data named `-` is read from. */
  readonly input?: InputStream | undefined;
}

/** What names stand for, and the classes and completion functions behind them. */
export class Registry extends SpecIndex implements RegistryView {
  readonly #loader: ModuleLoader;
  readonly #fns: FnMaker;
  readonly #useCache: boolean;
  readonly #signal: AbortSignal | undefined;
  readonly #input: InputStream | undefined;

  /** @throws {ConfigError} when there is no registry at one of the paths */
  constructor(options: RegistryOptions = {}) {
    super(options);
    const { scope = new RunScope(), secrets = new Secrets(), timeoutMs = 600_000 } = options;
    const { retry, gate, answers } = options;
    this.#loader = new ModuleLoader(this.cwd);
    this.#useCache = options.useCache ?? true;
    this.#signal = options.signal;
    this.#input = options.input;
    this.#fns = new FnMaker(this, {
      scope,
      secrets,
      timeoutMs,
      cwd: this.cwd,
      calls: { retry, gate, answers },
      importPackage: (name) => this.#loader.importPackage(name),
      warn: this.warn,
    });
  }

  /**
   * The completion function of a name: `dummy`, an entry, a reference, or else a model. It tries
   * again what may pass, and records its answers.
   *
   * @param args values put over the entry's
   * @param texts the same as text of the command line, typed as the class declares
   * @throws {ConfigError} when it cannot be made
   */
  async completionFn(
    asked: string | InlineSpec,
    args: Mapping = {},
    texts: Readonly<Record<string, string>> = {},
  ): Promise<CompletionFn> {
    return this.#fns.completionFn(asked, { values: args, texts });
  }

  /**
   * Looks at a completion function as far as that takes no key: its name, class and args.
   *
   * @throws {ConfigError} when one of them is wrong
   */
  async lookAtCompletionFn(asked: string | InlineSpec, args: Mapping = {}): Promise<void> {
    return this.#fns.lookAt(asked, { values: args, texts: {} });
  }

  /** @throws {ConfigError} when it cannot be asked */
  async embeddingFn(model: string, args: Mapping = {}): Promise<EmbeddingFn> {
    return this.#fns.embeddingFn(model, args);
  }

  /** @throws {ConfigError} when it cannot be made */
  async metric(asked: AskedMetric, tools: MetricTools, origin?: MetricOrigin): Promise<Metric> {
    const maker = new MetricMaker(this, origin?.view ?? this);
    return maker.make(asked, tools, origin ? [origin.place] : []);
  }

  /**
   * Opens a data set: from the working directory, else from the data folder of a registry's root.
   *
   * @throws {ConfigError} when there is no such data
   * @throws {DataError} when it cannot be read
   */
  async openRows(reference: string, root: string): Promise<RowSource<unknown>> {
    const { openRows } = await import("../data/rows.ts");
    const notice = cacheNotice();
    const rows = await openRows(reference, {
      folders: [join(root, "data"), join(BUNDLED_ROOT, "data")],
      cwd: this.cwd,
      cacheDir: cacheFolder(),
      useCache: this.#useCache,
      signal: this.#signal,
      input: this.#input,
      loadExport: (name) => this.loadExport(name),
    });
    if (notice !== undefined && cacheNotice() === undefined) this.warn(notice); // it was made now
    return rows;
  }

  /** Files that the args of an entry name, by the root of its registry. */
  argFiles(root: string): ArgFiles {
    return argFiles({ cwd: this.cwd, root, loader: this.#loader });
  }

  /**
   * The class that a spec names, or a reference of the command line.
   *
   * @throws {ConfigError} when it cannot be loaded, or makes something else
   */
  loadClass(from: (ClassSpec & EntryPlace) | string, kind: ClassKind): Promise<LoadedClass> {
    const spec = typeof from === "string" ? referenceSpec(from, this.cwd) : from;
    return loadClass(this.#use(spec), kind, this.#loader);
  }

  /**
   * The class of what turns texts into vectors.
   *
   * @throws {ConfigError} when it cannot be loaded, or makes something else
   */
  loadEmbeddingClass(spec: ClassSpec & EntryPlace): Promise<AnyClass> {
    return loadEmbeddingClass(this.#use(spec), this.#loader);
  }

  /** The file of a spec's class; undefined for a built-in one. */
  async classFile(spec: ClassSpec & EntryPlace): Promise<string | undefined> {
    const ref = parseClassRef(spec.cls, placeOf(spec));
    return ref.form === "builtin" ? undefined : moduleFile(ref, this.#use(spec), this.#loader);
  }

  /**
   * What a file or package exports, by a reference that starts from the working directory.
   *
   * @throws {ConfigError} when it cannot be loaded
   */
  async loadExport(reference: string): Promise<unknown> {
    const spec = referenceSpec(reference, this.cwd);
    const ref = parseClassRef(spec.cls, reference);
    if (ref.form !== "builtin") return loadExport(ref, this.#use(spec), this.#loader);
    throw new ConfigError(`"${reference}" names no module`, {
      fix: 'write it as "./rows.ts:rows"',
    });
  }

  #use(spec: ClassSpec & EntryPlace): ExportUse {
    return {
      cls: spec.cls,
      folder: spec.line === 0 ? this.cwd : dirname(spec.file),
      where: placeOf(spec),
      users: () => this.usersOf(spec.cls),
    };
  }
}
