import { resolve } from "node:path";
import { didYouMean } from "../core/closest.ts";
import { ConfigError } from "../core/errors.ts";
import type { RegistryEntry } from "../core/registry-view.ts";
import type { ClassSpec, EntryPlace, EvalSpec } from "../core/spec.ts";
import { findBuiltin } from "./builtins.ts";
import { Catalog } from "./catalog.ts";
import { isConfigFile, isReference } from "./class-ref.ts";
import { configSpec } from "./config-spec.ts";
import { fieldsOf, placeOf } from "./entry.ts";
import { findTrail, notesOnTrail } from "./find-trail.ts";
import { translateChatResponse } from "./flexeval/chat-response.ts";
import { type FnSpec, fnSpec } from "./fn-spec.ts";
import type { Trail } from "./follow.ts";
import { COMPLETION_FN_KINDS, KINDS, type Kind } from "./kinds.ts";
import { type ChosenEval, chosenEvals, type EntryRow, listEntries } from "./list-entries.ts";
import { notFound } from "./not-found.ts";
import { select } from "./pattern.ts";
import { referenceSpec } from "./reference-spec.ts";
import { type RootOptions, registryRoots } from "./roots.ts";
import { classSpec, evalSetSpec, evalSpec } from "./specs.ts";

/** Where registries are, and who hears of what looks like a mistake in them. */
export interface IndexOptions extends RootOptions {
  /** Is told of the entries that are used, not of others; a message may come twice. */
  readonly warn?: ((message: string) => void) | undefined;
}

/** A set of evals. */
export interface EvalSet extends EntryPlace {
  readonly key: string;
  readonly evals: readonly EvalSpec[];
}

/** What names stand for. It reads YAML and loads no code. */
export class SpecIndex {
  /** Where relative paths on the command line start. */
  readonly cwd: string;
  /** Hears of what looks like a mistake. */
  readonly warn: (message: string) => void;
  readonly #catalog: Catalog;

  /** @throws {ConfigError} when there is no registry at one of the paths */
  constructor(options: IndexOptions = {}) {
    this.cwd = resolve(options.cwd ?? ".");
    this.warn = options.warn ?? (() => {});
    this.#catalog = new Catalog(registryRoots(options), this.warn);
  }

  /** The folders that are read, in their order. */
  get roots(): readonly string[] {
    return this.#catalog.roots;
  }

  /**
   * The eval that a name or a reference leads to.
   *
   * @throws {ConfigError} when there is none
   */
  eval(name: string): EvalSpec {
    const trail = this.#trail(["evals"], name);
    if (trail) return this.#translated(evalSpec(trail));
    const config = isConfigFile(name) ? configSpec(name, this) : undefined;
    if (config) return config;
    if (isReference(name)) return { ...referenceSpec(name, this.cwd), metrics: [] };
    throw this.#notFound("evals", name);
  }

  /**
   * The evals of a set.
   *
   * @throws {ConfigError} when there is no such set, or nothing in it
   */
  evalSet(name: string): EvalSet {
    const trail = this.#trail(["eval_sets"], name);
    if (!trail) throw this.#notFound("eval_sets", name);
    const { key, patterns, ...place } = evalSetSpec(trail);
    const evals = this.evals(patterns);
    if (evals.length > 0) return { key, evals, ...place };
    throw new ConfigError(`the eval set "${key}" has no eval in it`, {
      where: placeOf(place),
      fix: `"evals" is a list of names; ${patterns.length === 0 ? "it is empty" : "none is known"}`,
    });
  }

  /**
   * The evals that patterns choose, in the order of the registry and each once; only `*` is special.
   *
   * @throws {ConfigError} when one of them cannot be used
   */
  evals(patterns: readonly string[]): EvalSpec[] {
    this.#warnOfFaults("evals");
    const all = this.names("evals");
    const { names, unmatched } = select(all, patterns);
    for (const pattern of unmatched) {
      const hint = didYouMean(pattern, all) ?? "list the names there are with: oaieval list";
      this.warn(`"${pattern}" matches no eval; ${hint}`);
    }
    const specs = names.map((name) => this.eval(name));
    const keys = specs.map(({ key }) => key);
    return specs.filter(({ key }, index) => keys.indexOf(key) === index);
  }

  /**
   * Evals to look at one by one, each concrete one once with the names that chose it; what is broken
   * stays under the name that it was chosen by.
   *
   * @throws {ConfigError} when a name without `*` is not there
   */
  chooseEvals(patterns: readonly string[]): ChosenEval[] {
    const all = this.names("evals");
    const chosen = patterns.flatMap((pattern) => {
      const { names } = select(all, [pattern]);
      if (names.length > 0 || pattern.includes("*")) return names;
      this.eval(pattern); // throws unless it is a reference, which stands for itself
      return [pattern];
    });
    return chosenEvals(this.#catalog.all(["evals"]), chosen);
  }

  /**
   * The completion function that an entry or a reference describes.
   *
   * @returns undefined when the name is neither; it may be a model's
   */
  completionFnSpec(name: string): FnSpec | undefined {
    if (name === "dummy") return referenceSpec("builtin:dummy", this.cwd);
    const trail = this.#trail(COMPLETION_FN_KINDS, name);
    if (trail) return fnSpec(trail);
    return isReference(name) ? referenceSpec(name, this.cwd) : undefined;
  }

  /**
   * The class and args of a metric that an entry describes.
   *
   * @returns undefined when the name is a reference or that of a class that ships
   * @throws {ConfigError} when it is nothing
   */
  metricSpec(name: string): (ClassSpec & EntryPlace) | undefined {
    const trail = this.#trail(["metrics"], name);
    if (trail) return classSpec(trail);
    const isClass = isReference(name) || findBuiltin(name, "metric")?.kind === "metric";
    if (!isClass) throw this.#notFound("metrics", name);
    return undefined;
  }

  /**
   * The model-graded spec of a name, its fields unchecked.
   *
   * @throws {ConfigError} when there is none
   */
  async modelgradedSpec(name: string): Promise<RegistryEntry> {
    const trail = this.#trail(["modelgraded"], name);
    if (!trail) throw this.#notFound("modelgraded", name);
    const { file, line } = trail.target;
    return { name: trail.target.name, fields: fieldsOf(trail.target), file, line };
  }

  /** All names of a kind, in the order of roots, files and lines. */
  names(kind: Kind): string[] {
    return this.#catalog.all([kind]).map(({ name }) => name);
  }

  /** Rows for a listing of the names that a pattern matches. */
  listEntries(kinds: readonly Kind[], pattern = "*"): readonly EntryRow[] {
    return listEntries(this.#catalog, kinds, pattern);
  }

  /**
   * Files of the roots beside the bundled one that cannot be used, as `file:line:column: reason`.
   *
   * @param maxFiles a root with more files is left out: each takes about two milliseconds
   */
  brokenFiles({ maxFiles = Number.POSITIVE_INFINITY } = {}): readonly string[] {
    return this.#catalog.faults(KINDS, maxFiles);
  }

  /** Names of the entries that have a class, for messages. */
  usersOf(cls: string): readonly string[] {
    return this.#catalog.usersOf(cls, ["evals", "metrics", ...COMPLETION_FN_KINDS]);
  }

  #translated(spec: EvalSpec): EvalSpec {
    return translateChatResponse(spec, { locate: (path) => path, warn: this.warn });
  }

  #trail(kinds: readonly Kind[], name: string): Trail | undefined {
    const trail = findTrail(this.#catalog, kinds, name);
    if (trail) for (const note of notesOnTrail(trail)) this.warn(note);
    return trail;
  }

  #notFound(kind: Kind, name: string): ConfigError {
    this.#warnOfFaults(kind);
    return notFound(this.#catalog, kind, name);
  }

  #warnOfFaults(kind: Kind): void {
    for (const fault of this.#catalog.faults([kind])) this.warn(`left out: ${fault}`);
  }
}
