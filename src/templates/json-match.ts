import { z } from "zod";
import { Eval, type SampleContext } from "../core/eval.ts";
import type { RowSource } from "../core/row-source.ts";
import { jsonEquals } from "../metrics/json-equality.ts";
import { type JsonValue, parseJson } from "../metrics/parse-json.ts";
import { callParams, MaxTokens, SampleFileArgs } from "./args.ts";
import { inspectRows } from "./inspected-rows.ts";
import { listOr } from "./list-or.ts";
import { noticeRows } from "./row-notice.ts";
import { Input } from "./sample.ts";

const Args = SampleFileArgs.extend({ max_tokens: MaxTokens.default(512) });
type Args = z.infer<typeof Args>;

/** JSON text, or the value itself. */
const JsonIdeal = z.custom<JsonValue>(isIdeal, {
  error: ({ input }) =>
    typeof input === "string" ? "expected JSON text" : "expected JSON text, an object or a list",
});

const Sample = z.looseObject({ input: Input, ideal: listOr(z.array(JsonIdeal), JsonIdeal) });
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
    const { text } = await ctx.complete(
      input,
      callParams({ temperature: 0, max_tokens }, this.args),
    );
    const matching = alternatives(ideal).filter((each) => this.#equals(text, each));
    const correct = matching.length > 0;
    ctx.record.match(correct, { expected: ideal, picked: matching.map(() => text), sampled: text });
    ctx.record.metrics({ accuracy: Number(correct) });
  }

  #equals(text: string, ideal: JsonValue): boolean {
    const { parity } = this.context;
    const answer = parseJson(text, { parity });
    const expected = typeof ideal === "string" ? parseJson(ideal, { parity: true }) : ideal;
    if (answer === undefined || expected === undefined) return false;
    return jsonEquals(answer, expected, { parity });
  }
}

/** A list holds alternatives, as in all evals; a list to be expected is an item of it. */
function alternatives(ideal: Sample["ideal"]): readonly JsonValue[] {
  return Array.isArray(ideal) ? ideal : [ideal];
}

function isIdeal(ideal: unknown): boolean {
  if (typeof ideal !== "string") return ideal !== null && ideal !== undefined;
  return parseJson(ideal, { parity: true }) !== undefined;
}

function hasPlainList(row: object): boolean {
  if (!("ideal" in row) || !Array.isArray(row.ideal) || row.ideal.length < 2) return false;
  return row.ideal.some((each) => typeof each === "number" || typeof each === "boolean");
}
