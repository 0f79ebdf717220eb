import { type EventLog, invalidity } from "../core/event-log.ts";
import type { SampleError } from "../record/tally.ts";
import { meets, type Operator } from "./gate-expression.ts";

/** What is known of single samples. */
export interface Evidence extends Pick<EventLog, "matches" | "metrics"> {
  readonly errors: readonly SampleError[];
}

/** A figure of the report, and what it should be. */
export interface Bound {
  readonly metric: string;
  readonly operator: Operator;
  readonly bound: number;
}

/**
 * Samples that pull a figure to the wrong side of its bound, the worst first and at most five; none
 * where the figure is not made of values of single samples.
 */
export function worstSamples(figure: Bound, evidence: Evidence): readonly string[] {
  return [...new Set(culprits(figure, evidence))].slice(0, SHOWN);
}

const SHOWN = 5;
const UNCERTAINTY = /\.(ci95_low|ci95_high)$/;

/** Figures whose samples have them under another name. */
const MEASURED_AS: Readonly<Record<string, string>> = {
  flip_rate: "flipped",
  sacrebleu_score: "sacrebleu_sentence_score",
};

/** A count is of samples that are counted, and none of these should be. */
const NOTHING = { operator: "<=", bound: 0 } as const;

interface Measured {
  readonly sampleId: string;
  readonly value: number;
}

function culprits({ metric, ...wanted }: Bound, evidence: Evidence): readonly string[] {
  if (metric === "samples/errors" || metric === "samples/scored") {
    return evidence.errors.map(({ sampleId }) => sampleId);
  }
  const { operator, bound } = metric === "samples/invalid" ? NOTHING : wanted;
  const distance = ({ value }: Measured) => Math.abs(value - bound);
  return valuesOf(metric.replace(UNCERTAINTY, ""), evidence)
    .filter(({ value }) => !meets(value, operator, bound))
    .sort((a, b) => distance(b) - distance(a))
    .map(({ sampleId }) => sampleId);
}

function valuesOf(metric: string, { matches, metrics }: Evidence): Measured[] {
  if (metric === "accuracy" && matches.length > 0) {
    return matches.map(({ sampleId, correct, share }) => ({
      sampleId,
      value: share ?? Number(correct),
    }));
  }
  if (metric === "invalid_rate" || metric === "samples/invalid") {
    return metrics.map((record) => ({
      sampleId: record.sampleId,
      value: Number(invalidity(record)),
    }));
  }
  const field = MEASURED_AS[metric] ?? metric;
  return metrics.flatMap(({ sampleId, data: { [field]: value } }) =>
    typeof value === "number" || typeof value === "boolean"
      ? [{ sampleId, value: Number(value) }]
      : [],
  );
}
