import { aggregation } from "oaieval";

/** Logs the share of right grades. */
export default aggregation<{ grades: readonly string[] }>(({ grades }, ctx) => {
  const right = grades.filter((grade) => grade === "Correct").length;
  ctx.logMetric("accuracy", ctx.round(right / grades.length, 2));
});
