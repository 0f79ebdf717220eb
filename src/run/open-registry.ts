import { resolve } from "node:path";
import type { AnswerCache } from "../completion/calls/cached.ts";
import { CallStats } from "../completion/calls/call-stats.ts";
import { Secrets } from "../core/secrets.ts";
import { cacheNotice } from "../data/cache-folder.ts";
import type { GateOptions } from "../registry/call-layers.ts";
import { Registry } from "../registry/registry.ts";
import { CONCURRENCY } from "./defaults.ts";
import { once } from "./once.ts";
import type { RunSettings } from "./options.ts";

/** Opens the registry that the settings describe. `stats` counts what its functions ask. */
export function openRegistry(settings: RunSettings, stats = new CallStats()): Registry {
  const { registryPaths, cwd, timeoutMs, useCache, signal, input, observer } = settings;
  const { maxTries, maxRetryMs, secrets = new Secrets() } = settings;
  const warn = once((message) => observer?.warned?.(message));
  return new Registry({
    paths: registryPaths,
    cwd,
    secrets,
    timeoutMs,
    useCache,
    signal,
    input,
    retry: {
      maxTries,
      maxTimeMs: maxRetryMs,
      stats,
      onRetry: (notice) => observer?.retrying?.(notice),
    },
    gate: gateOptions(settings),
    answers: settings.cacheAnswers ? answersOf(settings, { stats, secrets, warn }) : undefined,
    warn,
  });
}

function gateOptions(settings: RunSettings): GateOptions {
  const { concurrency = CONCURRENCY, fixedConcurrency, rpm, tpm, observer } = settings;
  return {
    concurrency,
    isFixed: fixedConcurrency,
    limits: { ...(rpm === undefined ? {} : { rpm }), ...(tpm === undefined ? {} : { tpm }) },
    onHold: (notice) => observer?.holding?.(notice),
  };
}

interface AnswerTools {
  readonly stats: CallStats;
  readonly secrets: Secrets;
  readonly warn: (message: string) => void;
}

/** Opens the cache when it is first asked for, once. */
function answersOf(settings: RunSettings, tools: AnswerTools): () => Promise<AnswerCache> {
  tools.stats.cached ??= 0;
  let opened: Promise<AnswerCache> | undefined;
  return () => {
    opened ??= openAnswers(settings, tools);
    return opened;
  };
}

async function openAnswers(
  { cacheAnswers, refreshCache, cwd = "." }: RunSettings,
  { stats, ...storeTools }: AnswerTools,
): Promise<AnswerCache> {
  const [{ AnswerKeys }, { AnswerStore }, { answersFolder }] = await Promise.all([
    import("../completion/calls/answer-key.ts"),
    import("../completion/calls/answer-store.ts"),
    import("./cache-folders.ts"),
  ]);
  const own = typeof cacheAnswers === "string" ? resolve(cwd, cacheAnswers) : undefined;
  const notice = own === undefined ? cacheNotice() : undefined;
  if (notice !== undefined) storeTools.warn(notice);
  const store = new AnswerStore({
    folder: own ?? answersFolder(),
    isShared: own !== undefined,
    refresh: refreshCache,
    ...storeTools,
  });
  return { keys: new AnswerKeys(), store, stats };
}
