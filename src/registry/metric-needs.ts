import { ConfigError } from "../core/errors.ts";
import type { MetricNeed } from "../core/metric.ts";
import type { RegistryView } from "../core/registry-view.ts";

/**
 * Whether a metric needs a judge or embeddings; it is made for that, and asks nobody.
 *
 * @returns null when it cannot be made
 */
export async function metricNeeds(
  name: string,
  registry: Pick<RegistryView, "metric">,
): Promise<readonly MetricNeed[] | null> {
  try {
    const metric = await registry.metric(name, { judgeRetries: 0, warn: () => {} });
    return metric.needs;
  } catch (error) {
    if (error instanceof ConfigError) return null; // a check says what is wrong with the entry
    throw error;
  }
}
