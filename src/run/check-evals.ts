import { describeError } from "../core/errors.ts";
import type { RegistryView } from "../core/registry-view.ts";
import { findOverlaps, type Overlaps } from "../data/overlap.ts";
import { placeOf } from "../registry/entry.ts";
import type { ChosenEval } from "../registry/list-entries.ts";
import type { Registry } from "../registry/registry.ts";
import { parseEvalName } from "./eval-name.ts";
import { gatesOf } from "./gates.ts";
import { makeCompletionFns } from "./make-completion-fns.ts";
import { type FoundEval, findEval, readyEval } from "./make-eval.ts";
import { openRegistry } from "./open-registry.ts";
import type { EvalClass, RunSettings } from "./options.ts";

/** What a check is about, and with what. */
export interface CheckOptions
  extends Pick<RunSettings, "args" | "registryPaths" | "cwd" | "signal"> {
  /** Names; `*` stands for anything. @default every eval of the registry */
  readonly names?: readonly string[];
  /** Training data that the samples should not be in. */
  readonly against?: string | undefined;
}

/** What was found out about one eval without asking a model. */
export interface CheckedEval {
  readonly name: string;
  /** The class as its entry writes it; null when the entry is broken. */
  readonly class: string | null;
  /** Null when they could not be counted. */
  readonly rows: number | null;
  /** Why it cannot run, with place and remedy; null when it can. */
  readonly error: string | null;
  /** What may be a mistake. */
  readonly warnings: readonly string[];
  /** Samples that are in the training data; only with `against`. */
  readonly overlaps?: Overlaps;
}

/**
 * Loads evals one by one with their class, args and every row; asks no model. An eval that is
 * broken is a result, not an error.
 *
 * @throws {ConfigError} when a name without `*` is not in the registry
 * @throws the signal's reason when it aborts
 */
export async function* checkEvals(options: CheckOptions): AsyncGenerator<CheckedEval> {
  const chosen = openRegistry(options).chooseEvals(options.names ?? ["*"]);
  for (const one of chosen) yield await checkEval(one, options);
}

async function checkEval(
  { name, chosenBy }: ChosenEval,
  { against, ...options }: CheckOptions,
): Promise<CheckedEval> {
  const warnings: string[] = [];
  const settings: RunSettings = {
    ...options,
    observer: { warned: (message) => warnings.push(message) },
  };
  const registry = openRegistry(settings);
  let cls: string | null = null;
  try {
    for (const spec of chosenBy.map((asked) => registry.eval(asked))) {
      cls = spec.cls;
      parseEvalName(spec.key, placeOf(spec));
      gatesOf(spec);
    }
    const found = await findEval(name, registry, settings);
    const judge = "judge" in found.spec.args ? undefined : "dummy"; // else the eval asks for its own
    const made = await makeCompletionFns(askedBy(found), registry, { judge });
    const fns = { ...made, completionFnNames: [] };
    const view = withStandIns(registry);
    const { evaluation, rows } = await readyEval(found, fns, { registry, settings, view });
    await evaluation.end();
    const checked = { name, class: cls, rows: rows.count, error: null, warnings };
    if (against === undefined) return checked;
    const training = await registry.openRows(against, found.spec.registry_path);
    return { ...checked, overlaps: await findOverlaps(rows, training) };
  } catch (error) {
    options.signal?.throwIfAborted();
    return { name, class: cls, rows: null, error: describeError(error), warnings };
  }
}

/** The registry, but functions are looked at and not made: that may take a key. */
function withStandIns(registry: Registry): RegistryView {
  return {
    completionFn: async (asked, args) => {
      await registry.lookAtCompletionFn(asked, args);
      return registry.completionFn("dummy");
    },
    embeddingFn: async () => ({ embed: async () => ({ embeddings: [] }) }),
    metric: (asked, tools) => registry.metric(asked, tools),
    modelgradedSpec: (name) => registry.modelgradedSpec(name),
  };
}

/** Stand-ins that are asked nothing; how many a comparison is about is known in a run alone. */
function askedBy({ loaded }: FoundEval): string[] {
  return (loaded.Class as EvalClass).manyFns ? [] : ["dummy"];
}
