import type { Eval, EvalContext } from "../core/eval.ts";
import type { RegistryView } from "../core/registry-view.ts";
import type { DataFile, RowSource } from "../core/row-source.ts";
import type { EvalSpec } from "../core/spec.ts";
import { checkedRows } from "../data/checked-rows.ts";
import { instantiate } from "../registry/instantiate.ts";
import type { LoadedClass } from "../registry/load-class.ts";
import type { Registry } from "../registry/registry.ts";
import { SEED } from "./defaults.ts";
import type { NamedFns } from "./make-completion-fns.ts";
import { once } from "./once.ts";
import type { EvalClass, RunSettings } from "./options.ts";

/** An eval with its class, before it is made. */
export interface FoundEval {
  readonly spec: EvalSpec;
  readonly loaded: LoadedClass;
}

/** An eval that is ready to judge samples. */
export interface ReadyEval {
  readonly evaluation: Eval<unknown, object>;
  /** Every row was checked. */
  readonly rows: RowSource<unknown>;
  /** Every file that was opened, few-shot examples included. */
  readonly files: readonly DataFile[];
}

/** Where names are looked up, and how the run is set. */
export interface Surroundings {
  readonly registry: Registry;
  readonly settings: RunSettings;
  /** What the eval sees of the registry. @default the registry itself */
  readonly view?: RegistryView;
}

/**
 * Finds an eval by name or reference, or takes the class itself, and puts the settings' args over
 * its own.
 *
 * @throws {ConfigError} when it is not there or its class cannot be loaded
 */
export async function findEval(
  wanted: string | EvalClass,
  registry: Registry,
  { args = {}, cwd = "." }: RunSettings,
): Promise<FoundEval> {
  const spec = typeof wanted === "string" ? registry.eval(wanted) : specOfClass(wanted, cwd);
  const loaded: LoadedClass =
    typeof wanted === "string"
      ? await registry.loadClass(spec, "eval")
      : { Class: wanted, reference: wanted.name, kind: "eval" };
  return { spec: { ...spec, args: { ...spec.args, ...args } }, loaded };
}

/**
 * Makes an eval and checks all its rows; asks no model.
 *
 * @throws {ConfigError} when its args are wrong
 * @throws {DataError} when a row is wrong
 * @throws the signal's reason when it aborts while rows are read
 */
export async function readyEval(
  { spec, loaded }: FoundEval,
  fns: NamedFns,
  { registry, settings, view = registry }: Surroundings,
): Promise<ReadyEval> {
  const opened: RowSource<unknown>[] = [];
  const context: EvalContext = {
    name: spec.key,
    ...fns,
    registry: seenBy(spec, registry, view),
    seed: settings.seed ?? SEED,
    parity: settings.parity ?? false,
    ...registry.argFiles(spec.registry_path),
    warn: once((message) => settings.observer?.warned?.(message)),
    openRows: async (reference) => {
      const rows = await registry.openRows(reference, spec.registry_path);
      opened.push(rows);
      return rows;
    },
  };
  const order = { spec, overrides: settings.args, flag: "--extra-eval-params" };
  // `loadClass` saw that it has evalSample, and what it extends has the rest.
  const evaluation = instantiate(loaded, order, context) as Eval<unknown, object>;
  try {
    await evaluation.prepare();
    const { Sample } = loaded.Class as EvalClass;
    const { signal } = settings;
    const rows = await checkedRows(await evaluation.samples(), Sample, { signal });
    return { evaluation, rows, files: opened.flatMap(({ files }) => files) };
  } catch (error) {
    await evaluation.end();
    throw error;
  }
}

/** What an eval sees: files that its args name for metrics start from its entry. */
function seenBy(place: EvalSpec, registry: Registry, view: RegistryView): RegistryView {
  return {
    completionFn: (asked, args) => view.completionFn(asked, args),
    embeddingFn: (model, args) => view.embeddingFn(model, args),
    metric: (asked, tools) => registry.metric(asked, tools, { place, view }),
    modelgradedSpec: (name) => view.modelgradedSpec(name),
  };
}

function specOfClass(Class: EvalClass, cwd: string): EvalSpec {
  const group = Class.name.replace(/(?<=[a-z\d])(?=[A-Z])/g, "-").toLowerCase();
  return {
    key: `${group}.default`,
    group,
    registry_path: cwd,
    cls: Class.name,
    args: {},
    file: Class.name,
    line: 0,
    metrics: [],
  };
}
