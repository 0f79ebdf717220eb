const ANSWER_LINE = /^[^\p{L}\p{N}]*answer[^\p{L}\p{N}]+(\p{L})[^\p{L}\p{N}]*$/iu;

/**
 * The letter on the last line that says nothing but the answer, such as `**ANSWER: C**`; undefined
 * when there is no such line.
 */
export function letterOfAnswerLine(text: string): string | undefined {
  const letters = text.split(/\r?\n/).map((line) => ANSWER_LINE.exec(line)?.[1]);
  return letters.findLast((letter) => letter !== undefined);
}
