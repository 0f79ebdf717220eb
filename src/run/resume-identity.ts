import { isDeepStrictEqual } from "node:util";
import { ConfigError } from "../core/errors.ts";
import type { RunSpec } from "../core/spec.ts";
import { cleanData } from "../record/clean-data.ts";
import type { Log } from "../record/read-log.ts";
import type { PreparedRun } from "./prepare-run.ts";

/** A value that two runs do not share. */
interface Difference {
  /** Where it stands in the spec line, such as `run_config.seed`. */
  readonly field: string;
  readonly logged: unknown;
  readonly now: unknown;
}

/** A run that was set up and not begun yet. */
type SetUp = Pick<PreparedRun, "spec" | "settings">;

/** Whether results of a log's run are results of a new run as well. */
export function isSameRun(logged: RunSpec, now: SetUp): boolean {
  return differences(identityOf(logged), identityOf(withoutSecrets(now))).length === 0;
}

/**
 * Sees to it that a log is gone on with as it was begun.
 *
 * @throws {ConfigError} with every difference, when the run is another one
 */
export function refuseOtherRun({ spec, path }: Log, now: SetUp): void {
  const found = differences(identityOf(spec), identityOf(withoutSecrets(now)));
  if (found.length === 0) return;
  const lines = withoutEcho(found).map((difference) => `  ${described(difference, spec)}`);
  throw new ConfigError(`the run is not the one of the log:\n${lines.join("\n")}`, {
    where: path,
    fix: remedy(spec),
  });
}

/** The spec as its log line would be. */
function withoutSecrets({ spec, settings }: SetUp): RunSpec {
  const mapText = (text: string) => settings.secrets?.redact(text) ?? text;
  return cleanData(spec, { mapText }) as RunSpec; // only texts in it change
}

/** Says nothing about results: who asked, from where, and names for what stands there anyway. */
const OF_NO_CONCERN = new Set([
  "completion_fns",
  "command",
  "initial_settings",
  "cwd",
  "registry_paths",
  "eval",
  "extra_eval_params",
  "gates",
  "name",
]);
const LONGEST_VALUE = 100;

type Fields = Readonly<Record<string, unknown>>;

/** What two runs must share to have the same results; data and entries count by their content. */
function identityOf({ eval_name, completion_fns, run_config }: RunSpec): Fields {
  const { eval_spec, data, ...config } = run_config;
  const rest = Object.entries(config).filter(([name]) => !OF_NO_CONCERN.has(name));
  const identity = {
    completion_fns: completion_fns.join(","),
    eval_name,
    class: eval_spec.cls,
    args: eval_spec.args,
    entries: {},
    ...Object.fromEntries(rest),
    data: Object.fromEntries(
      data.map(({ sha256, rows }, place) => [place, `${rows} rows, SHA-256 ${sha256}`]),
    ),
  };
  return JSON.parse(JSON.stringify(identity));
}

function differences(logged: unknown, now: unknown, field = ""): Difference[] {
  if (isDeepStrictEqual(logged, now)) return [];
  if (!isMapping(logged) || !isMapping(now)) return [{ field, logged, now }];
  const names = new Set([...Object.keys(logged), ...Object.keys(now)]);
  return [...names].flatMap((name) =>
    differences(logged[name], now[name], field === "" ? name : `${field}.${name}`),
  );
}

function isMapping(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Under another name there is another entry: that goes without saying. */
function withoutEcho(found: readonly Difference[]): readonly Difference[] {
  const isRenamed = found.some(({ field }) => /^(completion_fns|judge|eval_name)$/.test(field));
  return found.filter(({ field }) => !(isRenamed && field.startsWith("entries.")));
}

function described({ field, logged, now }: Difference, { run_config }: RunSpec): string {
  const [, place] = /^data\.(\d+)$/.exec(field) ?? [];
  const file = place === undefined ? undefined : run_config.data[Number(place)]?.path;
  const name = file === undefined ? field : `data ${file}`;
  return `${name}: ${shown(logged)} in the log, ${shown(now)} now${hint(field, logged)}`;
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  const text = JSON.stringify(value).replace(/\b([\da-f]{8})[\da-f]{56}\b/g, "$1…");
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}

/** Settings that a flag brings back. */
const FLAGS = new Set([
  "seed",
  "shuffle_seed",
  "max_samples",
  "parity",
  "judge",
  "repeats",
  "reducer",
  "cluster_by",
]);

function hint(field: string, logged: unknown): string {
  if (!FLAGS.has(field)) return "";
  const flag = `--${field.replaceAll("_", "-")}`;
  if (logged === undefined || logged === null) return ` (leave out ${flag})`;
  return logged === true ? ` (add ${flag})` : ` (${flag} ${String(logged)})`;
}

function remedy({ run_config }: RunSpec): string {
  const undo = "undo what has changed, or run the eval anew";
  return run_config.command === "" ? undo : `${undo}; the log was begun by: ${run_config.command}`;
}
