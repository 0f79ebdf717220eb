import type { CompletionResult } from "../../core/completion.ts";

/** An answer apart from what was thought before it. */
export interface Thought {
  readonly reasoning: string | null;
  /** Null when the thinking never ended. */
  readonly answer: string | null;
}

/**
 * Takes the blocks of thinking off the start of a text: `<think>`, `<thinking>`, `<thought>` and
 * `<reasoning>`. Some chat templates open the block in the prompt, so a lone `</think>` ends one too.
 *
 * @param isCutOff whether the text ended because a limit was reached: only then an open block is
 * thinking to its end
 */
export function splitReasoning(text: string, isCutOff: boolean): Thought {
  const thoughts: string[] = [];
  let rest = text;
  for (let block = blockOf(rest) ?? openedBefore(rest); block; block = blockOf(rest)) {
    thoughts.push(block.thought);
    rest = block.rest;
  }
  const open = isCutOff ? OPENING.exec(rest) : null;
  if (open) thoughts.push(rest.slice(open[0].length).trim());
  const reasoning = thoughts.filter(Boolean).join("\n\n") || null;
  return { reasoning, answer: open ? null : rest };
}

/**
 * The answers as they are scored: without reasoning, which stays beside them with the raw texts. An
 * answer that is all reasoning is none.
 */
export function stripReasoning(result: CompletionResult): CompletionResult {
  const { completions, finish_reason, finish_reasons, reasoning = [] } = result;
  const thoughts = completions.map((text, index) =>
    splitReasoning(text, isLimit(finish_reasons?.[index] ?? finish_reason)),
  );
  if (thoughts.every(({ answer }, index) => answer === completions[index])) return result;

  const isSilent = thoughts.length === 1 && thoughts[0]?.answer === null;
  const found = thoughts.map((thought, index) => [reasoning[index], thought.reasoning]);
  return {
    ...result,
    completions: isSilent ? [] : thoughts.map(({ answer }) => answer ?? ""),
    reasoning: found.map((texts) => texts.filter(Boolean).join("\n\n") || null),
    raw: completions,
  };
}

const OPENING = /^\s*<(think|thinking|thought|reasoning)>/i;

interface Block {
  readonly thought: string;
  readonly rest: string;
}

function blockOf(text: string): Block | undefined {
  const [opening, tag] = OPENING.exec(text) ?? [];
  if (opening === undefined) return undefined;
  return endedBy(new RegExp(`</${tag}>\\s*`, "i"), text, opening.length);
}

function openedBefore(text: string): Block | undefined {
  const block = endedBy(/<\/think>\s*/i, text, 0);
  return block && /<think>/i.test(block.thought) ? undefined : block;
}

function endedBy(closing: RegExp, text: string, start: number): Block | undefined {
  const end = closing.exec(text);
  if (!end) return undefined;
  return {
    thought: text.slice(start, end.index).trim(),
    rest: text.slice(end.index + end[0].length),
  };
}

function isLimit(finishReason: string | null | undefined): boolean {
  return finishReason === "length" || finishReason === "max_tokens";
}
