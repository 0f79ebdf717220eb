import { z } from "zod";
import { ConfigError, DataError } from "../core/errors.ts";
import type { EvalContext, SampleContext } from "../core/eval.ts";
import type { Prompt } from "../core/prompt.ts";
import type { RowSource } from "../core/row-source.ts";
import type { RowInspector } from "./inspected-rows.ts";
import { Messages } from "./sample.ts";

const EXAMPLE_LINE =
  '{"sample": [{"role": "user", "content": "2+2"}, {"role": "assistant", "content": "4"}]}';

/** Args of templates that can show examples before the question. */
export const FewShotArgs = z.object({
  /** How many examples to show. @default 0 */
  num_few_shot: z.int().nonnegative().default(0),
  /** Rows such as `{"sample": [messages]}`; a path as for `samples_jsonl`. */
  few_shot_jsonl: z.string().optional(),
  /** Draw other examples for each sample, instead of the first ones. @default false */
  few_shot_random: z.boolean().default(false),
});
export type FewShotArgs = z.infer<typeof FewShotArgs>;

const ExampleRow = z.looseObject({ sample: Messages });

/** Messages that show how a question is answered. */
export type Example = z.infer<typeof ExampleRow>["sample"];

/**
 * Reads the examples that the args ask for: the first ones, or all if they are to be drawn from.
 *
 * @throws {ConfigError} when examples are asked for and no file is named
 * @throws {DataError} when a row is no example
 */
export async function readExamples(
  { num_few_shot, few_shot_jsonl, few_shot_random }: FewShotArgs,
  context: EvalContext,
): Promise<readonly Example[]> {
  if (few_shot_jsonl === undefined) {
    if (num_few_shot === 0) return [];
    throw new ConfigError(`"${context.name}" shows ${num_few_shot} examples and names no file`, {
      fix: "set few_shot_jsonl in its args, or num_few_shot: 0",
    });
  }
  if (num_few_shot === 0) {
    context.warn(`no example of "${few_shot_jsonl}" is shown: num_few_shot is 0`);
    return [];
  }
  const source = await context.openRows(few_shot_jsonl);
  const examples = await readUpTo(
    few_shot_random ? Number.POSITIVE_INFINITY : num_few_shot,
    source,
  );
  if (examples.length < num_few_shot) {
    context.warn(
      `num_few_shot is ${num_few_shot}, but "${few_shot_jsonl}" has ${examples.length} examples`,
    );
  }
  return examples;
}

/** The examples for one sample; drawn ones are recorded by their rows, counted from 0. */
export function chooseExamples(
  examples: readonly Example[],
  { num_few_shot, few_shot_random }: FewShotArgs,
  ctx: SampleContext,
): readonly Example[] {
  if (!few_shot_random || examples.length === 0) return examples;
  const count = Math.min(num_few_shot, examples.length);
  const rows = ctx.random.sample([...examples.keys()], count);
  ctx.record.extra({ few_shot_rows: rows });
  return rows.flatMap((row) => examples.slice(row, row + 1));
}

/** The prompt with examples before its last message. */
export function insertExamples(input: Prompt, examples: readonly Example[]): Prompt {
  if (examples.length === 0) return input;
  if (typeof input === "string") throw textInput();
  return [...input.slice(0, -1), ...examples.flat(), ...input.slice(-1)];
}

/** Refuses rows that examples cannot be put into. */
export const chatInputs: RowInspector = {
  see(row, where) {
    const isText =
      typeof row === "object" && row !== null && "input" in row && typeof row.input === "string";
    if (isText) throw textInput(where);
  },
};

async function readUpTo(count: number, source: RowSource<unknown>): Promise<Example[]> {
  const examples: Example[] = [];
  for await (const row of source.rows()) {
    examples.push(toExample(row, source.where(examples.length)));
    if (examples.length === count) break;
  }
  return examples;
}

function textInput(where?: string): DataError {
  return new DataError("examples go before the last message, and this input is text", {
    where,
    fix: 'write the input as [{"role": "user", "content": "…"}], or set num_few_shot: 0',
  });
}

function toExample(row: unknown, where: string): Example {
  const { data, error } = ExampleRow.safeParse(row);
  if (data) return data.sample;
  const [issue] = error.issues;
  const detail =
    issue && issue.path.length > 1 ? ` (${issue.path.join(".")}: ${issue.message})` : "";
  throw new DataError(`a few-shot row needs "sample", a list of messages${detail}`, {
    where,
    fix: `write it as ${EXAMPLE_LINE}`,
  });
}
