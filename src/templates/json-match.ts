import { z } from "zod";
import { Eval, type SampleContext } from "../core/eval.ts";
import type { RowSource } from "../core/row-source.ts";
import { jsonEquals } from "../metrics/json-equality.ts";
import { type JsonValue, parseJson } from "../metrics/parse-json.ts";
import { MaxTokens, SampleFileArgs } from "./args.ts";
import { inspectRows } from "./inspected-rows.ts";
import { judgeAnswers } from "./judge-answers.ts";
import { noticeRows } from "./row-notice.ts";
import { Input } from "./sample.ts";

const Args = SampleFileArgs.extend({ max_tokens: MaxTokens.default(512) });
type Args = z.infer<typeof Args>;

/** JSON text, an object, or a list of alternatives: each JSON text or the value itself. */
const Ideal = z.custom<JsonValue>().superRefine((ideal, { issues }) => {
  for (const [index, each] of alternatives(ideal).entries()) {
    const message = faultOf(each);
    if (message === undefined) continue;
    issues.push({
      code: "custom",
      message,
      input: each,
      path: Array.isArray(ideal) ? [index] : [],
    });
  }
});

const Sample = z
  .looseObject({ input: Input, ideal: Ideal })
  .meta({ examples: [{ input: "Who? As JSON.", ideal: '{"name": "Ann"}' }] });
type Sample = z.infer<typeof Sample>;

/** Correct when the answer is JSON and equal to an ideal. */
export class JsonMatch extends Eval<Sample, Args> {
  static override readonly Args = Args;
  static override readonly Sample = Sample;

  override async samples(): Promise<RowSource<Sample>> {
    const plainLists = noticeRows(hasPlainList, (rows) => {
      this.context.warn(
        `a list of plain values as ideal in ${rows}: each value is an answer of its own; ` +
          "to expect the list, write [[1, 2]]",
      );
    });
    return inspectRows(await super.samples(), [plainLists]);
  }

  override async evalSample({ input, ideal }: Sample, ctx: SampleContext): Promise<void> {
    const { max_tokens } = this.args;
    const question = { prompt: input, params: { temperature: 0, max_tokens }, evaluation: this };
    await judgeAnswers(ctx, question, (text, record) => {
      const matching = alternatives(ideal).filter((each) => this.#equals(text, each));
      const correct = matching.length > 0;
      record.match(correct, { expected: ideal, picked: matching.map(() => text), sampled: text });
      record.metrics({ accuracy: Number(correct) });
    });
  }

  #equals(text: string, ideal: JsonValue): boolean {
    const { parity } = this.context;
    const answer = parseJson(text, { parity });
    const expected = typeof ideal === "string" ? parseJson(ideal, { parity: true }) : ideal;
    if (answer === undefined || expected === undefined) return false;
    return jsonEquals(answer, expected, { parity });
  }
}

/** As in all evals a list holds alternatives; a list to be expected is an item of it. */
function alternatives(ideal: JsonValue): readonly JsonValue[] {
  return Array.isArray(ideal) ? ideal : [ideal];
}

function faultOf(ideal: unknown): string | undefined {
  if (ideal === undefined || ideal === null) return "expected JSON text, an object or a list";
  if (typeof ideal !== "string" || parseJson(ideal, { parity: true }) !== undefined)
    return undefined;
  return "expected JSON text";
}

function hasPlainList(row: object): boolean {
  if (!("ideal" in row) || !Array.isArray(row.ideal) || row.ideal.length < 2) return false;
  return row.ideal.some((each) => typeof each === "number" || typeof each === "boolean");
}
