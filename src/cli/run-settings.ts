import { ConfigError } from "../core/errors.ts";
import type { EventSink } from "../record/sink.ts";
import type { LogPlace, RunSettings } from "../run/options.ts";
import { runEnvironment } from "./env.ts";
import { evalParams } from "./eval-params.ts";
import type { RunFlags } from "./flags.ts";
import type { Io } from "./io.ts";
import { quoteCommand } from "./quote-command.ts";
import type { Screen } from "./screen.ts";
import { isColored } from "./style.ts";

/** The settings that flags and environment give; a flag wins over a variable. */
export function runSettings(flags: RunFlags, io: Io, screen: Screen): RunSettings {
  const environment = runEnvironment(io.env);
  return {
    args: paramsOf(flags),
    completionArgs: flags.completionArgs,
    judge: flags.judge,
    maxSamples: flags.maxSamples,
    seed: flags.seed,
    shuffleSeed: flags.shuffleSeed,
    repeats: flags.repeats,
    reducer: flags.reducer,
    clusterBy: flags.clusterBy,
    prices: flags.prices,
    gates: flags.gate,
    registryPaths: flags.registryPath,
    concurrency: flags.concurrency ?? environment.concurrency,
    fixedConcurrency: flags.fixedConcurrency,
    rpm: flags.rpm,
    tpm: flags.tpm,
    timeoutMs: milliseconds(flags.timeout ?? environment.timeoutSeconds),
    maxTries: flags.maxTries,
    maxRetryMs: milliseconds(flags.maxRetryTime),
    sampleTimeoutMs: milliseconds(flags.sampleTimeout),
    runTimeoutMs: milliseconds(flags.runTimeout),
    parity: flags.parity,
    failFast: flags.failFast,
    useCache: flags.dataCache,
    cacheAnswers: answerCacheOf(flags),
    refreshCache: flags.refreshCache,
    user: flags.user,
    name: flags.name,
    recordPath: flags.recordPath,
    recorder: flags.recorder,
    visible: flags.visible,
    sink: sinkOf(flags, io),
    cwd: io.cwd,
    command: quoteCommand(io.argv),
    secrets: io.secrets,
    signal: io.signal,
    input: io.stdin,
    observer: screen,
  };
}

/** `--cache=`, as from a variable that is empty, is `--cache`; a cache is refreshed only where it is used. */
function answerCacheOf({ cache, cacheFolder, refreshCache }: RunFlags): boolean | string {
  if (cacheFolder) return cacheFolder;
  return cacheFolder !== undefined || cache === true || refreshCache === true;
}

function paramsOf({ extraEvalParams, parity }: RunFlags): RunSettings["args"] {
  return extraEvalParams === undefined ? undefined : evalParams(extraEvalParams, { parity });
}

/** Where events go when not into a log file: to the screen, to a server. */
function sinkOf(flags: RunFlags, io: Io): RunSettings["sink"] {
  if (flags.dryRun) return (log) => consoleSink(flags, io, log);
  if (flags.httpRun) return (log) => httpSink(flags, io, log);
  if (flags.localRun || flags.recorder) return undefined;
  throw new ConfigError("--no-local-run leaves no place for the events", {
    fix: "add --http-run --http-run-url URL, --recorder ./my-sink.ts:MySink, or --dry-run",
  });
}

async function consoleSink(
  { dryRunLogging }: RunFlags,
  io: Io,
  { primaryMetric }: LogPlace,
): Promise<EventSink> {
  const { ConsoleSink } = await import("../record/console-sink.ts");
  return new ConsoleSink({
    print: (line) => io.stderr.write(`${line}\n`),
    logging: dryRunLogging,
    primaryMetric,
    colors: isColored(io.stderr, io.env),
  });
}

async function httpSink(flags: RunFlags, { secrets }: Io, { path }: LogPlace): Promise<EventSink> {
  if (flags.httpRunUrl === undefined) {
    throw new ConfigError("--http-run needs to know where to", { fix: "add --http-run-url URL" });
  }
  const { HttpSink } = await import("../record/http-sink.ts");
  return new HttpSink({
    url: flags.httpRunUrl,
    spoolPath: path,
    batchSize: flags.httpBatchSize,
    failPercentThreshold: flags.httpFailPercentThreshold,
    secrets,
  });
}

function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}
