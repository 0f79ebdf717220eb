import type { PythonRandom } from "../core/random.ts";

/** Choices as lettered lines, and the letter of the right one. */
export interface LetterOptions {
  readonly text: string;
  readonly letter: string;
}

/**
 * Puts choices in random order behind letters: `A) …`, `B) …`. After `Z` the letters go on through
 * ASCII, as in openai/evals.
 *
 * @param answer index of the right choice
 */
export function letterOptions(
  choices: readonly string[],
  answer: number,
  random: PythonRandom,
): LetterOptions {
  const order = random.shuffle([...choices.keys()]);
  const lines = order.map((choice, position) => `${letterAt(position)}) ${choices[choice]}`);
  return { text: lines.join("\n"), letter: letterAt(order.indexOf(answer)) };
}

function letterAt(position: number): string {
  return String.fromCharCode("A".charCodeAt(0) + position);
}
