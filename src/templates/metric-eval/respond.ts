import type { CompletionResult } from "../../core/completion.ts";
import { ConfigError, DataError } from "../../core/errors.ts";
import type { Answer, SampleContext } from "../../core/eval.ts";
import type { AnsweredData } from "../../record/subject-answers.ts";
import { callParams } from "../args.ts";
import type { MetricEvalArgs } from "./args.ts";
import type { EarlierRun } from "./earlier-run.ts";
import type { Row } from "./field-names.ts";
import type { Mapping, Outputs } from "./mapping.ts";
import { outputsOfAnswer } from "./outputs.ts";
import type { ReadRow, RowReader } from "./row-reader.ts";

/** Where answers come from: an earlier run, the rows, or the completion function if there is one. */
export type AnswerSource = "run" | "row" | "function" | "unknown";

/** What answers are had by. */
export interface AnswerRules {
  readonly args: MetricEvalArgs;
  readonly source: AnswerSource;
  readonly mapping: Mapping;
  readonly reader: RowReader;
  /** The earlier run; only where answers come from one. */
  readonly run: EarlierRun | undefined;
}

/** A row of the data with its number and its place. */
export interface PlacedRow {
  readonly row: Row;
  readonly index: number;
  readonly where: string;
}

/** The same with what was read of it. */
export interface AskedRow extends PlacedRow {
  readonly read: ReadRow;
}

/** An answer, and what it gives out beside. */
export interface Response {
  readonly text: string;
  /** As the completion function gave it. */
  readonly answer?: CompletionResult;
  readonly outputs?: Outputs;
}

/**
 * Where the answers of an eval come from.
 *
 * @param fnNames names of the completion functions; undefined when they have none
 */
export function answerSource(
  args: Pick<MetricEvalArgs, "run">,
  mapping: Mapping,
  fnNames: readonly string[] | undefined,
): AnswerSource {
  if (args.run !== undefined) return "run";
  const mapped = mapping.get("response");
  if (mapped && mapped.source !== "outputs") return "row";
  if (fnNames?.length === 0) return "unknown";
  const [name = ""] = fnNames ?? [];
  return name.replace(/^builtin:/, "") === "none" ? "row" : "function";
}

/**
 * The answer to a row. One that nobody is asked for is recorded as such, so that the log has it.
 *
 * @throws {CompletionError} when there is none
 * @throws {DataError} when an output has no column that stands for it
 */
export async function respond(
  placed: AskedRow,
  rules: AnswerRules,
  ctx: SampleContext,
): Promise<Response> {
  if (rules.source === "function" || rules.source === "unknown") return ask(placed, rules, ctx);
  const response =
    rules.run === undefined
      ? { text: rowResponse(placed, rules) }
      : await earlierResponse(placed, rules, rules.run);
  const { prompt = null } = placed.read;
  const data: AnsweredData = { prompt, sampled: [response.text], calls: 0, from: rules.source };
  ctx.record.event("answered", data);
  return response;
}

/**
 * The answer that a row has.
 *
 * @throws {DataError} when it has none
 */
export function rowResponse({ row, where }: PlacedRow, { reader }: AnswerRules): string {
  const text = reader.response({ row, where }, { byAlias: true });
  if (text !== undefined) return text;
  throw new DataError("the row has no response, and nobody is asked for one", {
    where,
    fix: "add a field response or answer, map one, name a completion function, or --run LOG",
  });
}

async function earlierResponse(
  { row, where, index }: PlacedRow,
  { reader, mapping }: AnswerRules,
  run: EarlierRun,
): Promise<Response> {
  const outputs = await run.outputs(index);
  const isMapped = mapping.get("response")?.source === "outputs";
  const mapped = isMapped
    ? reader.response({ row, where, outputs }, { byAlias: false })
    : undefined;
  return { text: mapped ?? outputs.response(), outputs };
}

async function ask(
  { row, where, read: { prompt, tools } }: AskedRow,
  { args, reader }: AnswerRules,
  ctx: SampleContext,
): Promise<Response> {
  if (prompt === undefined) {
    throw new ConfigError("the row has nothing to ask", { where }); // rows were looked at before
  }
  const own = { temperature: 0, ...(tools === null ? {} : { tools }) };
  const answer: Answer = await ctx.complete(prompt, callParams(own, args));
  const outputs = outputsOfAnswer(answer.text);
  const mapped = reader.response({ row, where, outputs }, { byAlias: false });
  return { text: mapped ?? answer.text, answer, outputs };
}
