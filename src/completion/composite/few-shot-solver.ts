import { z } from "zod";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../../core/completion.ts";
import { CompletionError, ConfigError } from "../../core/errors.ts";
import { type ChatMessage, type Prompt, toMessages } from "../../core/prompt.ts";
import { PythonRandom } from "../../core/random.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import type { RowSource } from "../../core/row-source.ts";
import { checkedRows } from "../../data/checked-rows.ts";
import { InnerFn, innerFn, needsOfInner } from "./inner-fn.ts";
import { PostProcessors, postProcess } from "./post-processors.ts";

const Message = z.object({ role: z.string(), content: z.string() });

const Shot = z.union([
  z.object({ input: z.union([z.string(), z.array(Message).min(1)]), ideal: z.string() }),
  z.tuple([Message, Message]),
]);

const Args = z.strictObject({
  /** Rows with `input` and `ideal`, or lists of a question and its answer as messages. */
  train_jsonl: z.string(),
  /** Examples before each prompt, drawn by the sample's id. */
  n_shots: z.int().positive(),
  /** Who answers. */
  base_solver: InnerFn,
  /** Say what is to be done again before each example but the first. */
  repeat_task_description: z.boolean().default(false),
  /** Chooses the examples; the same seed chooses the same. */
  seed: z.int().default(121123),
  postprocessors: PostProcessors.default([]),
});
type Args = z.infer<typeof Args>;

/** Another completion function that is shown solved examples before each prompt. */
export class FewShotSolver implements CompletionFn {
  static readonly Args = Args;
  static readonly needs = needsOfInner("base_solver");
  readonly asksOthers = true;
  readonly #args: Args;
  readonly #inner: () => Promise<CompletionFn>;
  readonly #context: CompletionFnContext;
  #rows: Promise<RowSource<unknown>> | undefined;

  constructor(args: Args, context: CompletionFnContext) {
    this.#args = args;
    this.#inner = innerFn(args.base_solver, context.registry);
    this.#context = context;
  }

  /** @throws {DataError} when a row is no example */
  async prepare(): Promise<void> {
    await Promise.all([this.#inner(), this.#examples()]);
  }

  async complete(
    prompt: Prompt,
    params: CompletionParams,
    call: CallContext,
  ): Promise<CompletionResult> {
    const [inner, rows] = await Promise.all([this.#inner(), this.#examples()]);
    const messages = toMessages(prompt);
    const start = messages[0]?.role === "system" && messages.length > 1 ? 1 : 0;
    const [task, turns] = [messages.slice(0, start), messages.slice(start)];
    const shots = await this.#draw(rows, turns, call);
    const again = this.#args.repeat_task_description ? task : [];
    const examples = shots.flatMap((shot, index) => (index === 0 ? shot : [...again, ...shot]));
    const result = await inner.complete([...task, ...examples, ...turns], params, call);
    return postProcess(result, this.#args.postprocessors, call);
  }

  #examples(): Promise<RowSource<unknown>> {
    this.#rows ??= this.#open();
    return this.#rows;
  }

  async #open(): Promise<RowSource<unknown>> {
    const { train_jsonl, n_shots } = this.#args;
    const rows = await checkedRows(await this.#context.openRows(train_jsonl), Shot);
    if ((rows.count ?? 0) >= n_shots) return rows;
    throw new ConfigError(`${n_shots} examples are to be shown, and there are ${rows.count}`, {
      where: train_jsonl,
      fix: "lower n_shots, or add rows",
    });
  }

  /** A few more than are shown, for one that is the prompt itself would give the answer away. */
  async #draw(
    rows: RowSource<unknown>,
    turns: readonly ChatMessage[],
    { sampleId }: CallContext,
  ): Promise<readonly (readonly ChatMessage[])[]> {
    const { n_shots, seed } = this.#args;
    const count = rows.count ?? 0;
    const random = new PythonRandom(`${sampleId}:${seed}`);
    const indices = random.sample([...Array(count).keys()], Math.min(count, 2 * n_shots));
    const asked = new Set(turns.map(({ content }) => content));
    const shots: (readonly ChatMessage[])[] = [];
    for (const index of indices) {
      const shot = toShot(Shot.parse(await rows.read(index)));
      if (!asked.has(shot[0]?.content ?? null)) shots.push(shot);
      if (shots.length === n_shots) return shots;
    }
    throw new CompletionError(`too few examples are left that do not ask the prompt itself`, {
      where: this.#args.train_jsonl,
      fix: "take the eval's own rows out of it",
    });
  }
}

/** A question and its answer. Of a chat as `input` the last message is the question. */
function toShot(row: z.infer<typeof Shot>): readonly ChatMessage[] {
  if (Array.isArray(row)) return row;
  const { input, ideal } = row;
  const content = typeof input === "string" ? input : (input.at(-1)?.content ?? "");
  return [
    { role: "user", content },
    { role: "assistant", content: ideal },
  ];
}
