import { quoteChoices } from "./choices.ts";
import type { EvalType } from "./eval-type.ts";

/** What a judge is told about the form of its answer, behind the prompt of the spec. */
export function answerInstruction(evalType: EvalType, choices: readonly string[]): string {
  return INSTRUCTIONS[evalType](quoteChoices(choices));
}

/** The same for an answer in JSON. */
export function structuredInstruction(choices: readonly string[]): string {
  return `Answer with a JSON object that has two fields: first "reasoning", in which you think step by step, then "choice", which is exactly one of ${quoteChoices(choices)}.`;
}

/** What a judge is told whose answer names no choice. */
export function complaint(choices: readonly string[]): string {
  return `This names none of the choices. Answer again with exactly one of ${quoteChoices(choices)}, without quotes and punctuation, alone on the last line.`;
}

const INSTRUCTIONS: Readonly<Record<EvalType, (choices: string) => string>> = {
  classify: (choices) =>
    `Answer with exactly one of the choices ${choices} and print nothing else: no quotes, no punctuation, no explanation.`,
  classify_cot: (choices) =>
    `First print exactly one of the choices ${choices}, alone on the first line, without quotes and punctuation. Then, from the next line on, explain step by step how you arrived at it.`,
  cot_classify: (choices) =>
    `First think it through step by step in writing, and do not give your verdict away before you are done. Then print exactly one of the choices ${choices}, alone on its line, without quotes and punctuation. At the very end, repeat just that choice on a new line.\n\nReasoning:`,
  cot_classify_jp: (choices) =>
    `まず、結論を先に述べずに、順を追って考えを書いてください。次に、選択肢 ${choices} のうち一つだけを、引用符や句読点を付けずに、その行に単独で書いてください。最後に、その選択肢だけをもう一度、新しい行に書いてください。\n\n理由：`,
};
