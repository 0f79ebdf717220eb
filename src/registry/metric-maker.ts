import { ConfigError } from "../core/errors.ts";
import type { AskedMetric, Metric, MetricContext, MetricTools } from "../core/metric.ts";
import type { RegistryView } from "../core/registry-view.ts";
import type { ClassSpec, EntryPlace } from "../core/spec.ts";
import type { ClassKind } from "./builtins.ts";
import { placeOf } from "./entry.ts";
import { flexevalMetricArgs } from "./flexeval/metric-args.ts";
import { instantiate } from "./instantiate.ts";
import type { LoadedClass } from "./load-class.ts";
import { placeWithin } from "./place-within.ts";
import { readMetric } from "./read-metric.ts";

/** The class and args of a metric, and where paths in them start. */
export type PlacedSpec = ClassSpec & EntryPlace;

/** What the registry does for those that make metrics. */
export interface MetricSource {
  metricSpec(name: string): PlacedSpec | undefined;
  loadClass(spec: PlacedSpec, kind: ClassKind): Promise<LoadedClass>;
}

/** Where metrics are named, and what they see of the registry. */
export interface MetricOrigin {
  /** The entry whose args name them. */
  readonly place: PlacedSpec;
  readonly view: RegistryView;
}

/** Makes metrics, and those that they hold. */
export class MetricMaker {
  readonly #source: MetricSource;
  readonly #view: RegistryView;

  constructor(source: MetricSource, view: RegistryView) {
    this.#source = source;
    this.#view = view;
  }

  /**
   * @param trail the entries that it is made for, the outermost first
   * @throws {ConfigError} when it cannot be made, or would hold itself
   */
  async make(
    asked: AskedMetric,
    tools: MetricTools,
    trail: readonly PlacedSpec[],
  ): Promise<Metric> {
    const { name, spec, overrides } = this.#orderOf(asked, trail);
    if (typeof asked === "string") refuseCircle(spec, trail);
    const loaded = await this.#source.loadClass(spec, "metric");
    const context: MetricContext = {
      ...tools,
      warn: (message) => tools.warn(message),
      name,
      registry: this.#view,
      metric: (inner) => this.make(inner, tools, [...trail, spec]),
      where: whereIn(spec),
    };
    const outer = trail.at(-1);
    const order = { spec, overrides, flag: outer && placeOf(outer) };
    return instantiate(loaded, order, context) as Metric; // its kind demands `score`
  }

  #orderOf(asked: AskedMetric, trail: readonly PlacedSpec[]): MetricOrder {
    const outer = trail.at(-1);
    const read = readMetric(asked, outer && placeOf(outer));
    const name = nameOf(read.cls);
    const entry = read.isName ? this.#source.metricSpec(read.cls) : undefined;
    if (entry) return { name, spec: entry, overrides: read.args };
    const place = outer ?? { group: "", registry_path: "", file: read.cls, line: 0 };
    // A class within an entry's args; its paths start where those of the entry do.
    const within = outer ? placeWithin(outer, asked) : {};
    const spec = { ...place, ...within, key: name, cls: read.cls };
    const args = flexevalMetricArgs(read.cls, read.args, whereIn(spec));
    return { name, spec: { ...spec, args } };
  }
}

interface MetricOrder {
  readonly name: string;
  readonly spec: PlacedSpec;
  /** What the asking args put over those of an entry. */
  readonly overrides?: Readonly<Record<string, unknown>>;
}

/** The place of an argument by its path; the metric's own where it has none. */
function whereIn(spec: EntryPlace): (path: readonly PropertyKey[]) => string {
  return (path) => placeOf({ file: spec.file, line: spec.lineOf?.(path) ?? spec.line });
}

/** `./my-metric.ts:Polite` and `builtin:bleu` by their last part. */
function nameOf(cls: string): string {
  return cls.slice(cls.lastIndexOf(":") + 1);
}

function refuseCircle(spec: PlacedSpec, trail: readonly PlacedSpec[]): void {
  const start = trail.findIndex(({ key, file }) => key === spec.key && file === spec.file);
  if (start === -1) return;
  const names = [...trail.slice(start), spec].map(({ key }) => `"${key}"`);
  throw new ConfigError(`a metric holds itself: ${names.join(" → ")}`, {
    where: placeOf(spec),
    fix: "name another metric in its args",
  });
}
