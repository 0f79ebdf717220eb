import { aggregation } from "oaieval";

type Scores = Readonly<Record<string, number | null>>;

/** Logs the mean of each grade over the lines that have it. */
export default aggregation<{ scores: readonly Scores[] }>(({ scores }, ctx) => {
  const names = [...new Set(scores.flatMap((line) => Object.keys(line)))];
  for (const name of names) {
    const grades = scores.flatMap((line) => line[name] ?? []);
    const sum = grades.reduce((total, grade) => total + grade, 0);
    if (grades.length > 0) ctx.logMetric(name, ctx.round(sum / grades.length, 2));
  }
});
