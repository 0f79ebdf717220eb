import { type Command, InvalidArgumentError, Option } from "commander";
import {
  CONCURRENCY,
  HTTP_BATCH_SIZE,
  HTTP_FAIL_PERCENT,
  MAX_RETRY_SECONDS,
  MAX_TRIES,
  REDUCER,
  SEED,
  SHUFFLE_SEED,
  TIMEOUT_SECONDS,
} from "../run/defaults.ts";

/** Values of the flags that runs and sets share, under commander's names. */
export interface RunFlags {
  readonly extraEvalParams?: string;
  readonly completionArgs?: string;
  readonly judge?: string;
  readonly maxSamples?: number;
  readonly seed?: number;
  readonly shuffleSeed?: number;
  readonly registryPath?: readonly string[];
  readonly concurrency?: number;
  readonly fixedConcurrency?: boolean;
  readonly rpm?: number;
  readonly tpm?: number;
  readonly timeout?: number;
  readonly maxTries?: number;
  readonly maxRetryTime?: number;
  readonly sampleTimeout?: number;
  readonly runTimeout?: number;
  readonly parity?: boolean;
  readonly failFast?: boolean;
  readonly each?: boolean;
  readonly cache?: boolean;
  readonly cacheFolder?: string;
  readonly refreshCache?: boolean;
  readonly dataCache: boolean;
  readonly visible?: boolean;
  readonly user?: string;
  readonly name?: string;
  readonly recordPath?: string;
  readonly recorder?: string;
  readonly localRun: boolean;
  readonly httpRun?: boolean;
  readonly httpRunUrl?: string;
  readonly httpBatchSize: number;
  readonly httpFailPercentThreshold: number;
  readonly dryRun?: boolean;
  readonly dryRunLogging: boolean;
  readonly logToFile?: string;
  readonly debug?: boolean;
  readonly json?: string;
  readonly junit?: string;
  readonly repeats?: number;
  readonly reducer?: string;
  readonly clusterBy?: string;
  readonly prices?: string;
  readonly gate?: readonly string[];
}

/**
 * Gives a command the flags of a run. Every name may be written with `_` or `-`.
 *
 * @param without names of flags that mean nothing to the command
 */
export function addRunFlags(
  command: Command,
  { without = new Set() }: { readonly without?: ReadonlySet<string> } = {},
): Command {
  return groups.reduce((done, [heading, options]) => {
    done.optionsGroup(heading);
    return options
      .filter((option) => !without.has(option.name()))
      .reduce((with_, option) => with_.addOption(option), done);
  }, command);
}

/** Flags of a run that goes on in its log: the log tells them, or there is nothing to choose. */
export const SET_BY_LOG: ReadonlySet<string> = new Set([
  ...["repeats", "reducer", "cluster-by"],
  ...["judge", "max-samples", "seed", "shuffle-seed", "each", "parity"],
  ...["record-path", "recorder", "local-run", "no-local-run", "user", "visible", "no-visible"],
  ...["http-run", "no-http-run", "http-run-url", "http-batch-size", "http-fail-percent-threshold"],
  ...["dry-run", "no-dry-run", "dry-run-logging", "no-dry-run-logging"],
]);

/** Flags of a run that would ask the function under test for more, or for something else. */
export const ANSWERED_BY_LOG: ReadonlySet<string> = new Set([
  ...["max-samples", "seed", "shuffle-seed", "each", "repeats"],
]);

/** Gives a command the flag that adds registries. */
export function addRegistryFlag(command: Command): Command {
  return command.addOption(registryPath());
}

const groups: readonly (readonly [string, readonly Option[]])[] = [
  [
    "What runs:",
    [
      option("--judge <completion_fn>", "who judges, for evals that need a judge"),
      option("--max-samples <n>", "judge only n samples, always the same ones").argParser(count),
      option("--extra-eval-params <k=v,…>", "put over the eval's args; also a JSON object"),
      option(
        "--completion-args <k=v,…>",
        "put over the completion function's args; FN:k=v for one of several; also a JSON object",
      ),
      option("--seed <n>", `base of each sample's random numbers (default ${SEED})`).argParser(
        seed,
      ),
      option(
        "--shuffle-seed <n>",
        `order in which samples are taken (default ${SHUFFLE_SEED}, as openai/evals)`,
      ).argParser(seed),
      registryPath(),
      option("--each", "run once per completion function of the comma list"),
      option("--parity", "judge exactly as openai/evals does, its mistakes included"),
      option(
        "--cache",
        "keep answers of models and use those that were kept; --cache=DIR in a folder of your own",
      ),
      option("--cache-folder <dir>", "the same").hideHelp(),
      option("--refresh-cache", "ask again what is in that cache, and keep the new answers"),
      option(
        "--no-cache, --no-data-cache",
        "download https data again (says nothing about answers, which only --cache keeps)",
      ),
    ],
  ],
  [
    "How it runs:",
    [
      option(
        "--concurrency <n>",
        `samples at the same time, and requests of one model at most (default ${CONCURRENCY})`,
      ).argParser(positive),
      option("--fixed-concurrency", "always so many requests, also of a model that cannot keep up"),
      option("--rpm <n>", "requests a minute of each model, evenly spread").argParser(rate),
      option("--tpm <n>", "tokens a minute of each model").argParser(rate),
      option(
        "--timeout <s>",
        `longest wait for one try of a request (default ${TIMEOUT_SECONDS})`,
      ).argParser(seconds),
      option("--max-tries <n>", `tries of one request (default ${MAX_TRIES})`).argParser(positive),
      option(
        "--max-retry-time <s>",
        `all tries of one request together (default ${MAX_RETRY_SECONDS})`,
      ).argParser(seconds),
      option("--sample-timeout <s>", "longest time for one sample").argParser(seconds),
      option("--run-timeout <s>", "longest time for the run; then reports what is there").argParser(
        seconds,
      ),
      option("--fail-fast", "end at the first sample that fails"),
    ],
  ],
  [
    "How results become figures:",
    [
      option("--repeats <n>", "judge every sample n times (default 1)").argParser(positive),
      option(
        "--reducer <reducer>",
        `what repeats make together: mean, majority, at_least_k:K or pass@K (default ${REDUCER})`,
      ),
      option(
        "--cluster-by <field>",
        "samples with the same value in a field of their rows are not independent: standard errors take it into account",
      ),
      option("--prices <file>", "what models cost, over ~/.evals/prices.yaml; see docs/ci.md"),
      option(
        "--gate <expression>",
        "a figure that the report must have, 'accuracy >= 0.8' or 'errors <= 1%', else the exit code is 1; may be repeated",
      ).argParser((gate: string, before: readonly string[] = []) => [...before, gate]),
    ],
  ],
  [
    "What is written:",
    [
      option("--name <name>", "what the run is called: logs are found by it, as by their run id"),
      option("--record-path <path>", "the log file (for a set or --each: the folder of logs)"),
      option("--json <file>", "write the report as JSON"),
      option("--junit <file>", "write a test report as JUnit XML, a case for each sample"),
      option("--recorder <reference>", "send events to a class of your own, ./my-sink.ts:MySink"),
      option("--no-local-run", "write no log file; needs --http-run or --recorder"),
      option("--local-run", "the default").hideHelp(),
      option("--http-run", "send events to --http-run-url instead"),
      option("--no-http-run", "the default").hideHelp(),
      option("--http-run-url <url>", "where events are posted, as JSON arrays"),
      option("--http-batch-size <n>", "events in one POST")
        .argParser(positive)
        .default(HTTP_BATCH_SIZE),
      option(
        "--http-fail-percent-threshold <n>",
        "above it, in percent, a failing server is left alone until the end",
      )
        .argParser(percent)
        .default(HTTP_FAIL_PERCENT),
      option("--dry-run", "write nothing, print events; the model is asked all the same"),
      option("--no-dry-run", "the default").hideHelp(),
      option("--no-dry-run-logging", "with --dry-run, print no events"),
      option("--dry-run-logging", "the default").hideHelp(),
      option("--log-to-file <file>", "messages go to this file instead of the screen"),
      option("--debug", "say every retry, and show where errors come from"),
      option("--no-debug", "the default").hideHelp(),
      option("--user <name>", "written into the log as created_by"),
      option("--visible", "written into the log (default: whether all samples are judged)"),
      option("--no-visible", "the opposite").hideHelp(),
    ],
  ],
];

function option(flags: string, description: string): Option {
  return new Option(flags, description);
}

function registryPath(): Option {
  return option(
    "--registry-path <path>",
    "a folder, checkout or package with more registry; may be repeated",
  ).argParser((path: string, before: readonly string[] = []) => [...before, path]);
}

function whole(text: string, least: number): number {
  const number = Number(text);
  if (/^\+?\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  throw new InvalidArgumentError(`Expected a whole number from ${least}.`);
}

/** A whole number from 0, as a flag gives it. */
export function count(text: string): number {
  return whole(text, 0);
}

function positive(text: string): number {
  return whole(text, 1);
}

function seed(text: string): number {
  const number = whole(text, 0);
  if (number < 2 ** 32) return number;
  throw new InvalidArgumentError("Expected a whole number below 2^32.");
}

function seconds(text: string): number {
  const number = Number(text);
  if (text.trim() !== "" && number > 0 && number <= 2_000_000) return number;
  throw new InvalidArgumentError("Expected a number of seconds above 0.");
}

function rate(text: string): number {
  const number = Number(text);
  if (text.trim() !== "" && number > 0 && Number.isFinite(number)) return number;
  throw new InvalidArgumentError("Expected a number above 0.");
}

function percent(text: string): number {
  const number = Number(text);
  if (text.trim() !== "" && number >= 0 && number <= 100) return number;
  throw new InvalidArgumentError("Expected a number from 0 to 100.");
}
