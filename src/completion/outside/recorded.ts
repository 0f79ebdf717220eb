import { z } from "zod";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../../core/completion.ts";
import { CompletionError, ConfigError } from "../../core/errors.ts";
import type { Prompt } from "../../core/prompt.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import type { RowSource } from "../../core/row-source.ts";
import type { SampleRecorder } from "../../core/sample-recorder.ts";
import { toPlainText } from "../calls/turns.ts";
import { EXAMPLE_ROW, promptKey, readRecord, sampleKey } from "./recorded-row.ts";

const Args = z.strictObject({
  /** The log of an earlier run, or rows with `prompt` or `sample_id`, and `completion`. */
  path: z.string(),
  /** What an answer is found by. */
  match: z.enum(["prompt", "sample_id"]).default("prompt"),
});
type Args = z.infer<typeof Args>;

/**
 * Answers with what was answered before. Of several answers to the same a sample gets the first at
 * its first call, the next at its next, and a repeat begins one later; after the last comes the first.
 */
export class Recorded implements CompletionFn {
  static readonly Args = Args;
  readonly #args: Args;
  readonly #context: CompletionFnContext;
  #answers: Promise<Answers> | undefined;
  /** How often each sample has asked the same. */
  readonly #asked = new WeakMap<SampleRecorder, Map<string, number>>();

  constructor(args: Args, context: CompletionFnContext) {
    this.#args = args;
    this.#context = context;
  }

  /** @throws {DataError} when there is no answer in the file, or a row is no record */
  async prepare(): Promise<void> {
    await this.#opened();
  }

  async complete(
    prompt: Prompt,
    _params: CompletionParams,
    call: CallContext,
  ): Promise<CompletionResult> {
    const { rows, places } = await this.#opened();
    const key = this.#args.match === "prompt" ? promptKey(prompt) : sampleKey(call);
    const known = places.get(key) ?? [];
    const index = known[(call.repeat + this.#ordinal(key, call)) % known.length];
    if (index === undefined) throw this.#unknown(prompt, call);
    const record = readRecord(await rows.read(index), rows.where(index));
    return {
      completions: record?.completions ?? [],
      model: record?.model,
      finish_reason: record?.finish_reason,
    };
  }

  #opened(): Promise<Answers> {
    this.#answers ??= this.#open();
    return this.#answers;
  }

  async #open(): Promise<Answers> {
    const { path, match } = this.#args;
    const rows = await this.#context.openRows(path);
    const places = new Map<string, number[]>();
    let index = 0;
    for await (const row of rows.rows()) {
      const record = readRecord(row, rows.where(index));
      const key = record && (match === "prompt" ? record.promptKey : record.sampleKey);
      if (key !== undefined) places.set(key, [...(places.get(key) ?? []), index]);
      index++;
    }
    if (places.size > 0) return { rows, places };
    throw new ConfigError(`"${path}" records no answer with a ${match}`, {
      where: path,
      fix: `name the log of a run, or write rows such as ${EXAMPLE_ROW}`,
    });
  }

  #ordinal(key: string, { record }: CallContext): number {
    const counts = this.#asked.get(record) ?? new Map<string, number>();
    const ordinal = counts.get(key) ?? 0;
    this.#asked.set(record, counts.set(key, ordinal + 1));
    return ordinal;
  }

  #unknown(prompt: Prompt, { sampleId }: CallContext): CompletionError {
    const { match, path } = this.#args;
    const text = toPlainText(prompt);
    const what = match === "prompt" ? `the prompt ${JSON.stringify(text.slice(0, 80))}` : sampleId;
    return new CompletionError(`no answer is recorded to ${what}`, {
      where: path,
      fix:
        match === "prompt"
          ? "set match: sample_id where the prompts of that run were written otherwise"
          : "the recorded run must have had the same samples",
    });
  }
}

interface Answers {
  readonly rows: RowSource<unknown>;
  /** Numbers of the rows with answers to the same. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}
