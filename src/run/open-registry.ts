import { CallStats } from "../completion/call-stats.ts";
import { Registry } from "../registry/registry.ts";
import { once } from "./once.ts";
import type { RunSettings } from "./options.ts";

/** Opens the registry that the settings describe. `stats` counts what its functions ask. */
export function openRegistry(settings: RunSettings, stats = new CallStats()): Registry {
  const { registryPaths, cwd, secrets, timeoutMs, useCache, observer } = settings;
  const { maxTries, maxRetryMs } = settings;
  return new Registry({
    paths: registryPaths,
    cwd,
    secrets,
    timeoutMs,
    useCache,
    retry: {
      maxTries,
      maxTimeMs: maxRetryMs,
      stats,
      onRetry: (notice) => observer?.retrying?.(notice),
    },
    warn: once((message) => observer?.warned?.(message)),
  });
}
