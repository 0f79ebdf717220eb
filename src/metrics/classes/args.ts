import { z } from "zod";

/** Args that every metric has. */
export const MetricArgs = z.strictObject({
  /** What its main score is called in events and reports, in place of its own key. */
  metric_key: z.string().min(1).optional(),
});
/** See the schema of the same name. */
export type MetricArgs = z.infer<typeof MetricArgs>;
