import { MeanSummary, type ScoreSummary } from "../../core/mean-summary.ts";
import type { Score } from "../../core/metric.ts";
import type { Report } from "../../core/report.ts";
import type { InnerMetric, InnerScore } from "./inner-score.ts";
import { UniqueKeys } from "./unique-keys.ts";

/** A route with what scores its rows. */
export interface MetricRoute {
  readonly name: string;
  readonly metrics: readonly InnerMetric[];
}

/** What a routed metric leaves in the details of a score, for its summary. */
export interface RoutedDetails {
  /** The sample's place in the data, where it is known. */
  readonly index?: number | undefined;
  readonly routes: readonly RouteDetails[];
}

/** What came of one route. */
export interface RouteDetails {
  readonly route: string;
  readonly group?: string | undefined;
  /** One for each metric of the route, in their order. */
  readonly metrics: readonly InnerScore[];
}

/** Figures of each route over the rows that it took, and of their groups. */
export class RoutedSummary implements ScoreSummary {
  readonly #routes: readonly MetricRoute[];
  readonly #parts = new Map<string, readonly InnerSummary[]>();

  constructor(routes: readonly MetricRoute[]) {
    this.#routes = routes;
  }

  add({ details }: Score, cluster?: number): void {
    // As Routed recorded it; a sample without has nothing to add.
    const { index = Number.POSITIVE_INFINITY, routes = [] } = (details ??
      {}) as Partial<RoutedDetails>;
    for (const { route, group, metrics } of routes) {
      this.#partsOf(route).forEach((part, place) => {
        const score = metrics[place];
        if (score) part.add(score, { group, index, cluster });
      });
    }
  }

  /** @throws {ConfigError} when two metrics have the same key */
  report(): Report {
    const keys = new UniqueKeys<unknown>();
    for (const { name } of this.#routes) {
      for (const part of this.#parts.get(name) ?? []) {
        const owner = `"${part.name}" of route "${name}"`;
        for (const [key, value] of part.figures()) keys.set(`${name}/${key}`, value, owner);
      }
    }
    return keys.toObject();
  }

  /** Made when the first row comes: a route without rows asks no metric for figures. */
  #partsOf(route: string): readonly InnerSummary[] {
    const known = this.#parts.get(route);
    if (known) return known;
    const metrics = this.#routes.find(({ name }) => name === route)?.metrics ?? [];
    const parts = metrics.map((metric) => new InnerSummary(metric));
    this.#parts.set(route, parts);
    return parts;
  }
}

interface Belonging {
  readonly group: string | undefined;
  readonly index: number;
  readonly cluster: number | undefined;
}

interface Group {
  readonly means: MeanSummary;
  /** Place of its first sample in the data. */
  first: number;
}

/** One metric over the rows of a route. */
class InnerSummary {
  readonly name: string;
  readonly #summary: ScoreSummary;
  readonly #groups = new Map<string, Group>();
  #failed = 0;

  constructor({ name, metric }: InnerMetric) {
    this.name = name;
    this.#summary = metric.summary();
  }

  add(score: InnerScore, { group, index, cluster }: Belonging): void {
    if (score.failed) {
      this.#failed += 1;
      return;
    }
    this.#summary.add(score, cluster);
    if (group === undefined) return;
    const known = this.#groups.get(group) ?? { means: new MeanSummary(), first: index };
    this.#groups.set(group, known);
    known.first = Math.min(known.first, index);
    known.means.add(score, cluster);
  }

  /** Keys with values: those of the metric, then those of groups by their first sample. */
  figures(): [string, unknown][] {
    const groups = [...this.#groups].toSorted(([, a], [, b]) => order(a.first, b.first));
    return [
      ...this.#ownFigures(),
      ...groups.flatMap(([label, { means }]) =>
        Object.entries(withoutEmpty(means.report())).map(([key, value]): [string, unknown] => [
          `${label}/${key}`,
          value,
        ]),
      ),
    ];
  }

  /** An answer on which the metric failed is missing under each of its keys. */
  #ownFigures(): [string, unknown][] {
    const figures = Object.entries(this.#summary.report());
    if (this.#failed === 0) return figures;
    const failed: [string, unknown] = [`${this.name}.failed`, this.#failed];
    if (figures.length === 0) return [...neverScored(this.name, this.#failed), failed];
    const counted = figures.map(([key, value]): [string, unknown] =>
      key.endsWith(MISSING) ? [key, Number(value) + this.#failed] : [key, value],
    );
    return [...counted, failed];
  }
}

function neverScored(name: string, failed: number): [string, unknown][] {
  return [
    [name, null],
    [name + COUNT, 0],
    [name + MISSING, failed],
  ];
}

const MISSING = ".missing";
const COUNT = ".count";

/** Without the keys that had nothing but null. */
function withoutEmpty(report: Report): Report {
  const empty = Object.keys(report)
    .filter((key) => key.endsWith(COUNT) && report[key] === 0)
    .map((key) => key.slice(0, -COUNT.length));
  const isEmpty = (key: string) => empty.some((name) => key === name || key.startsWith(`${name}.`));
  return Object.fromEntries(Object.entries(report).filter(([key]) => !isEmpty(key)));
}

/** Places that are not known keep their order. */
function order(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
