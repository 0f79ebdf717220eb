import { dirname } from "node:path";
import type { RetryPolicy } from "../completion/retry.ts";
import type { CompletionFn } from "../core/completion.ts";
import { ConfigError } from "../core/errors.ts";
import type { RegistryView } from "../core/registry-view.ts";
import { RunScope } from "../core/run-scope.ts";
import { Secrets } from "../core/secrets.ts";
import type { ClassSpec, EntryPlace } from "../core/spec.ts";
import type { ClassKind } from "./builtins.ts";
import { parseClassRef } from "./class-ref.ts";
import type { Mapping } from "./describe-value.ts";
import { placeOf } from "./entry.ts";
import { type LoadedClass, loadClass } from "./load-class.ts";
import { type ExportUse, loadExport } from "./load-export.ts";
import { makeCompletionFn, modelSpec } from "./make-completion-fn.ts";
import { ModuleLoader } from "./module-loader.ts";
import { referenceSpec } from "./reference-spec.ts";
import { type IndexOptions, SpecIndex } from "./spec-index.ts";

/** Where registries are, and what their completion functions are made with. */
export interface RegistryOptions extends IndexOptions {
  readonly secrets?: Secrets | undefined;
  /** Longest wait for one request, in milliseconds. @default 600_000 */
  readonly timeoutMs?: number | undefined;
  readonly retry?: RetryPolicy | undefined;
  /** Where completion functions meet. @default one of the registry's own */
  readonly scope?: RunScope | undefined;
}

/** What names stand for, and the classes and completion functions behind them. */
export class Registry extends SpecIndex implements RegistryView {
  readonly #loader: ModuleLoader;
  readonly #retry: RetryPolicy | undefined;
  readonly #tools: {
    readonly scope: RunScope;
    readonly secrets: Secrets;
    readonly timeoutMs: number;
  };

  /** @throws {ConfigError} when there is no registry at one of the paths */
  constructor(options: RegistryOptions = {}) {
    super(options);
    const { scope = new RunScope(), secrets = new Secrets(), timeoutMs = 600_000 } = options;
    this.#loader = new ModuleLoader(this.cwd);
    this.#retry = options.retry;
    this.#tools = { scope, secrets, timeoutMs };
  }

  /**
   * The completion function of a name: `dummy`, an entry, a reference, or else an OpenAI model.
   * It tries again what may pass, and records its answers.
   *
   * @param args values put over the entry's
   * @param texts the same as text of the command line, typed as the class declares
   * @throws {ConfigError} when it cannot be made
   */
  async completionFn(
    name: string,
    args: Mapping = {},
    texts: Readonly<Record<string, string>> = {},
  ): Promise<CompletionFn> {
    const spec = this.completionFnSpec(name) ?? modelSpec(name);
    const loaded = await this.loadClass(spec, "completion-fn");
    const context = { ...this.#tools, name, registry: this, warn: this.warn };
    const order = { spec, given: { values: args, texts } };
    return makeCompletionFn(loaded, order, { context, retry: this.#retry });
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
