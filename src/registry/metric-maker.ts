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
    const { name, spec, overrides, where } = this.#orderOf(asked, trail);
    if (typeof asked === "string") refuseCircle(spec, trail);
    const loaded = await this.#source.loadClass(spec, "metric");
    const context: MetricContext = {
      ...tools,
      warn: (message) => tools.warn(message),
      name,
      registry: this.#view,
      metric: (inner) => this.make(inner, tools, [...trail, spec]),
      where,
    };
    const order = { spec, overrides, whereOverridden: where };
    return extending(instantiate(loaded, order, context), {
      reference: spec.cls,
      where: where([]),
    });
  }

  #orderOf(asked: AskedMetric, trail: readonly PlacedSpec[]): MetricOrder {
    const outer = trail.at(-1);
    const read = readMetric(asked, outer && placeOf(outer));
    const name = nameOf(read.cls);
    const entry = read.isName ? this.#source.metricSpec(read.cls) : undefined;
    const within = outer ? placeWithin(outer, asked) : {};
    if (entry) {
      const asks = outer ? whereIn({ ...outer, ...within }) : whereIn(entry);
      const isAsked = ([key]: readonly PropertyKey[]) => !key || Object.hasOwn(read.args, key);
      const where: WhereOf = (path) => (isAsked(path) ? asks(path) : whereIn(entry)(path));
      return { name, spec: entry, overrides: read.args, where };
    }
    const place = outer ?? { group: "", registry_path: "", file: read.cls, line: 0 };
    // A class within an entry's args; its paths start where those of the entry do.
    const spec = { ...place, ...within, key: name, cls: read.cls };
    const args = flexevalMetricArgs(read.cls, read.args, whereIn(spec));
    return { name, spec: { ...spec, args }, where: whereIn(spec) };
  }
}

interface MetricOrder {
  readonly name: string;
  readonly spec: PlacedSpec;
  /** What the asking args put over those of an entry. */
  readonly overrides?: Readonly<Record<string, unknown>>;
  readonly where: WhereOf;
}

/** The place of an argument by its path; of the metric itself by an empty one. */
type WhereOf = (path: readonly PropertyKey[]) => string;

/** The metric's own place where an argument has none. */
function whereIn(spec: EntryPlace): WhereOf {
  return (path) => placeOf({ file: spec.file, line: spec.lineOf?.(path) ?? spec.line });
}

/** `./my-metric.ts:Polite` and `builtin:bleu` by their last part. */
function nameOf(cls: string): string {
  return cls.slice(cls.lastIndexOf(":") + 1);
}

/** What `Metric` brings is looked for by its names: a package may be there twice. */
function extending(made: object, { reference, where }: MadeBy): Metric {
  const { context, summary, prepare } = made as Partial<Metric>;
  if (typeof context === "object" && typeof summary === "function" && prepare)
    return made as Metric;
  throw new ConfigError(`"${reference}" does not extend Metric`, {
    where,
    fix: 'write: import { Metric } from "oaieval"; class … extends Metric; a constructor of its own calls super(args, context)',
  });
}

/** Which class made a metric, and who asks for it. */
interface MadeBy {
  readonly reference: string;
  readonly where: string;
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
