import { nltkPrecisions } from "./nltk.ts";
import { type BleuOptions, smoothValue } from "./options.ts";
import { type BleuStatistics, brevityPenalty, MAX_ORDER, orders } from "./statistics.ts";

/** BLEU by the longest n-gram that it looks at; 0 (nothing shared) to 1 (identical). */
export type BleuScores = Readonly<Record<`bleu-${1 | 2 | 3 | 4}`, number>>;

/** BLEU of what was counted in a text, or in several taken as one. */
export function bleuScores(statistics: BleuStatistics, options: BleuOptions): BleuScores {
  const [one = 0, two = 0, three = 0, four = 0] = scoreList(statistics, options);
  return { "bleu-1": one, "bleu-2": two, "bleu-3": three, "bleu-4": four };
}

function scoreList(statistics: BleuStatistics, options: BleuOptions): number[] {
  if (statistics.counts[0] === 0) return [];
  const penalty = brevityPenalty(statistics);
  const score = precisionsOf(statistics, options);
  return orders().map((order) => penalty * score(order));
}

/** What the precisions up to an order come to, or that of the order alone. */
function precisionsOf(statistics: BleuStatistics, options: BleuOptions): (order: number) => number {
  const { impl, method = 0, mode } = options;
  if (impl === "nltk") {
    const precisions = nltkPrecisions(statistics, method);
    if (mode === "individual") return (order) => precisions[order - 1] ?? 0;
    return (order) => geometricMean(precisions.slice(0, order));
  }
  if (mode === "individual") {
    const { counts, totals } = statistics;
    return (order) => (counts[order - 1] ?? 0) / (totals[order - 1] || 1);
  }
  const precisions = smoothedPrecisions(statistics, options);
  return (order) => {
    if (precisions.length < order && !options.effective_order) return 0;
    return geometricMean(precisions.slice(0, order));
  };
}

/** The precision of each order that has n-grams, where one is 0 smoothed as sacreBLEU does. */
function smoothedPrecisions(statistics: BleuStatistics, options: BleuOptions): number[] {
  const { smooth = "exp" } = options;
  const value = smoothValue(options) ?? 0;
  const added = (order: number) => (smooth === "add-k" && order > 1 ? value : 0);
  let halves = 1;
  const instead = () => {
    if (smooth === "exp") halves /= 2;
    return smooth === "exp" ? halves : value;
  };

  const precisions: number[] = [];
  for (let order = 1; order <= MAX_ORDER; order++) {
    const count = (statistics.counts[order - 1] ?? 0) + added(order);
    const total = (statistics.totals[order - 1] ?? 0) + added(order);
    if (total === 0) break;
    precisions.push((count === 0 ? instead() : count) / total);
  }
  return precisions;
}

function geometricMean(values: readonly number[]): number {
  const logarithms = values.reduce((sum, value) => sum + Math.log(value), 0);
  return Math.exp(logarithms / values.length);
}
