import { type AnswerLine, isWordBoundary, linesOf, readLine } from "./answer-lines.ts";
import { decidesLast, type EvalType } from "./eval-type.ts";

/** A choice and how it was found: it is the whole line, a word at its ends, or in another case. */
export interface WordReading {
  readonly choice: string;
  readonly readAs: "exact" | "word" | "case";
}

/**
 * The choice that an answer names, read as people read it. In each line the choice is all of it, or
 * a whole word at its start or end; of several choices at one place the longest counts. Where start
 * and end differ, the end counts for a judge that decides last, else the start. Only when no line
 * decides, all lines are read again ignoring case, and then one-letter choices must be the line.
 */
export function findByWords(
  answer: string,
  choices: readonly string[],
  evalType: EvalType,
): WordReading | undefined {
  const takeScore = scoreReader(choices);
  const lines = linesOf(answer, evalType).map((text) => takeScore(readLine(text)));
  return (
    firstOf(lines, (line) => readExactly(line, choices, evalType)) ??
    firstOf(lines, (line) => readIgnoringCase(line, choices, evalType))
  );
}

function firstOf(
  lines: readonly AnswerLine[],
  read: (line: AnswerLine) => WordReading | undefined,
): WordReading | undefined {
  for (const line of lines) {
    const reading = line.words === "" ? undefined : read(line);
    if (reading) return reading;
  }
  return undefined;
}

function readExactly(
  line: AnswerLine,
  choices: readonly string[],
  evalType: EvalType,
): WordReading | undefined {
  if (choices.includes(line.words)) return { choice: line.words, readAs: "exact" };
  const start = longest(choices.filter((choice) => isStart(line, choice)));
  const end = longest(choices.filter((choice) => isEnd(line.words, choice)));
  const choice = decidesLast(evalType) ? (end ?? start) : (start ?? end);
  return choice === undefined ? undefined : { choice, readAs: "word" };
}

function readIgnoringCase(
  { words }: AnswerLine,
  choices: readonly string[],
  evalType: EvalType,
): WordReading | undefined {
  const lower = words.toLowerCase();
  const whole = choices.find((choice) => choice.toLowerCase() === lower);
  if (whole !== undefined) return { choice: whole, readAs: "case" };

  const byLowerCase = new Map(
    choices.filter((choice) => [...choice].length > 1).map((each) => [each.toLowerCase(), each]),
  );
  const line = { text: lower, words: lower };
  const reading = readExactly(line, [...byLowerCase.keys()], evalType);
  const choice = reading && byLowerCase.get(reading.choice);
  return choice === undefined ? undefined : { choice, readAs: "case" };
}

function isStart({ text, words }: AnswerLine, choice: string): boolean {
  if (!words.startsWith(choice) || !isWordBoundary(words, choice.length)) return false;
  return !(/^[AI]$/.test(choice) && BEGINS_A_SENTENCE.test(text));
}

function isEnd(words: string, choice: string): boolean {
  return words.endsWith(choice) && isWordBoundary(words, words.length - choice.length);
}

/** `A good answer`, `I think`: the first word is no verdict. `A: good` and `A, because` are. */
const BEGINS_A_SENTENCE = /^[^\p{L}\p{N}]*[AI]\s+[\p{L}\p{N}]/u;

function longest(choices: readonly string[]): string | undefined {
  return choices.toSorted((a, b) => b.length - a.length)[0];
}

/** Where choices are numbers, a line's final `4/5` or `4 out of 5` is a 4, 5 being the largest. */
function scoreReader(choices: readonly string[]): (line: AnswerLine) => AnswerLine {
  const numbers = choices.filter((choice) => /^\d+$/.test(choice)).map(Number);
  if (numbers.length === 0) return (line) => line;
  const scale = new RegExp(`(?<=(?:^| )\\d+) (?:out of )?${Math.max(...numbers)}$`);
  return ({ text, words }) => ({ text, words: words.replace(scale, "") });
}
