import { ConfigError, OaievalError } from "../../core/errors.ts";
import type { MetricsData } from "../../core/event.ts";
import type { ScoreSummary } from "../../core/mean-summary.ts";
import type { Report } from "../../core/report.ts";
import { fromMetricEvent } from "../../record/metric-event.ts";
import { describeFailure } from "./first-failures.ts";
import type { NamedMetric } from "./score-all.ts";

/** Makes the report of all metrics out of the data of their events, one by one. */
export class MetricsSummary {
  readonly #parts = new Map<string, Part>();
  readonly #warn: (message: string) => void;

  /** @param warn told of a metric that cannot summarize, whose figure is then missing */
  constructor(metrics: readonly NamedMetric[], warn: (message: string) => void) {
    this.#warn = warn;
    for (const { name, metric } of metrics) {
      this.#parts.set(name, { summary: metric.summary(), count: 0, failed: 0 });
    }
  }

  /** Takes one event; those of other evals are left alone. */
  add(data: MetricsData, cluster?: number): void {
    const result = fromMetricEvent(data);
    const part = result && this.#parts.get(result.metric);
    if (!part) return;
    const { metric: _, status, ...score } = result;
    part.count += 1;
    if (status === "failed" && Object.keys(score.scores).length === 0) part.failed += 1;
    else part.summary.add(score, cluster);
  }

  /** @throws {ConfigError} when two metrics have the same figure */
  report(): Report {
    const report: Record<string, unknown> = {};
    for (const [name, part] of this.#parts) {
      const figures = this.#figuresOf(name, part);
      const twice = Object.keys(figures).find((key) => Object.hasOwn(report, key));
      if (twice !== undefined) throw sameFigure(twice, name);
      Object.assign(report, figures);
    }
    return report;
  }

  /** A metric that cannot summarize takes no other with it. */
  #figuresOf(name: string, part: Part): Report {
    try {
      return figuresOf(name, part);
    } catch (error) {
      if (error instanceof OaievalError) throw error;
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      const failure = describeFailure(reason, Object(error).stack);
      this.#warn(`"${name}" cannot summarize its scores, and has no figure: ${failure}`);
      return noFigure(name, part.count);
    }
  }
}

interface Part {
  readonly summary: ScoreSummary;
  count: number;
  /** Answers that the metric could not score because it threw. */
  failed: number;
}

/** An answer on which a metric failed is missing under each of its keys. */
function figuresOf(name: string, { summary, failed }: Part): Report {
  const figures = summary.report();
  if (failed === 0) return figures;
  const keys = Object.keys(figures).filter((key) => key.endsWith(MISSING));
  if (keys.length === 0 && Object.keys(figures).length === 0) return noFigure(name, failed);
  const missing = keys.map((key) => [key, Number(figures[key]) + failed]);
  return { ...figures, ...Object.fromEntries(missing), [name + FAILED]: failed };
}

function noFigure(name: string, failed: number): Report {
  return { [name]: null, [`${name}.count`]: 0, [name + MISSING]: failed, [name + FAILED]: failed };
}

const MISSING = ".missing";
const FAILED = ".failed";

function sameFigure(key: string, name: string): ConfigError {
  return new ConfigError(`two metrics have the figure "${key}", one of them is "${name}"`, {
    fix: "leave one of them out, or give one another key, as by its arg metric_key",
  });
}
