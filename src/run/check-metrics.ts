import { describeError } from "../core/errors.ts";
import { openRegistry } from "./open-registry.ts";
import type { RunSettings } from "./options.ts";

/** What was found out about one metric of the registry. */
export interface CheckedMetric {
  readonly name: string;
  /** The class as its entry writes it; null when it has none. */
  readonly class: string | null;
  /** Why it cannot be made, with place and remedy; null when it can. */
  readonly error: string | null;
  /** What may be a mistake. */
  readonly warnings: readonly string[];
}

/** Loads the metrics of the registry one by one with their class and args; asks nobody. */
export async function* checkMetrics(
  options: Pick<RunSettings, "registryPaths" | "cwd" | "signal">,
): AsyncGenerator<CheckedMetric> {
  for (const row of openRegistry(options).listEntries(["metrics"])) {
    const warnings: string[] = [];
    const warn = (message: string) => warnings.push(message);
    const registry = openRegistry({ ...options, observer: { warned: warn } });
    const checked = { name: row.name, class: row.class, warnings };
    try {
      await registry.metric(row.name, { judgeRetries: 0, warn });
      yield { ...checked, error: null };
    } catch (error) {
      options.signal?.throwIfAborted();
      yield { ...checked, error: describeError(error) };
    }
  }
}
