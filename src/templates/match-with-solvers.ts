import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { ConfigError } from "../core/errors.ts";
import { Eval, type SampleContext } from "../core/eval.ts";
import { capitalize, toMessages } from "../core/prompt.ts";
import { numpyPermutation } from "../core/random.ts";
import type { RowSource } from "../core/row-source.ts";
import { SampleFileArgs } from "./args.ts";
import { checkMatch } from "./check-match.ts";
import { valueIdeals } from "./ideal-notices.ts";
import { inspectRows } from "./inspected-rows.ts";
import { judgeAnswers } from "./judge-answers.ts";
import { pickRows } from "./picked-rows.ts";
import { type AnsweredSample, idealList, RequiredAnswerSample } from "./sample.ts";

const Args = SampleFileArgs.extend({
  /** What is to be done: text, or the path of a file with it. */
  task_description: z.string(),
  /** Keep only this many rows, after shuffling. */
  n_samples: z.int().positive().optional(),
  /** Shuffle the rows by the run's seed before they are numbered. @default true */
  shuffle: z.boolean().default(true),
});
type Args = z.infer<typeof Args>;

/** Match with a task in the system message; the first letter of the ideal may be a capital. */
export class MatchWithSolvers extends Eval<AnsweredSample, Args> {
  static override readonly Args = Args;
  static override readonly Sample = RequiredAnswerSample;
  #task = "";

  override async prepare(): Promise<void> {
    const { task_description } = this.args;
    this.#task = isFile(task_description)
      ? await readFile(task_description, "utf8")
      : task_description;
  }

  override async samples(): Promise<RowSource<AnsweredSample>> {
    return inspectRows(await this.#chosenRows(), [valueIdeals(this.context)]);
  }

  /** Samples are numbered after shuffling, as in openai/evals. */
  async #chosenRows(): Promise<RowSource<AnsweredSample>> {
    const rows = await super.samples();
    const { n_samples, shuffle } = this.args;
    if (!shuffle && n_samples === undefined) return rows;
    if (rows.count === null) {
      throw new ConfigError("a stream of rows can be neither shuffled nor cut", {
        fix: "set shuffle: false and leave out n_samples, or name a file",
      });
    }
    const order = shuffle
      ? numpyPermutation(rows.count, this.context.seed)
      : Array.from({ length: rows.count }, (_, index) => index);
    return pickRows(rows, order.slice(0, n_samples));
  }

  override async evalSample({ input, ideal }: AnsweredSample, ctx: SampleContext): Promise<void> {
    const turns = toMessages(input, "user").map(({ role, content }) => ({ role, content }));
    const prompt = [{ role: "system", content: this.#task }, ...turns];
    const [first = ""] = idealList(ideal);
    const { parity } = this.context;
    await judgeAnswers(ctx, { prompt, params: {}, evaluation: this }, (text, record) => {
      checkMatch({ record }, text, { expected: [first, capitalize(first)], parity });
    });
  }
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
