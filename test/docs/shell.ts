/** One command of a shell block. */
export interface Command {
  /** Variables that stand before it. */
  readonly env: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

const ASSIGNMENT = /^([A-Z_][A-Z0-9_]*)=(.*)$/s;

/** The commands of a block: one a line, or several joined by `&&`; comments are left out. */
export function commandsOf(block: string): Command[] {
  return block
    .replaceAll("\\\n", " ")
    .split("\n")
    .flatMap(splitWords)
    .map((words) => {
      const first = words.findIndex((word) => !ASSIGNMENT.test(word));
      const env = words.slice(0, first).map((word) => ASSIGNMENT.exec(word)?.slice(1) ?? []);
      return { env: Object.fromEntries(env), words: words.slice(first) };
    });
}

const WORD = /(?:[^\s'"]|'[^']*'|"[^"]*")+/g;

/** Words as a POSIX shell sees them, a list for each command of the line. */
function splitWords(line: string): string[][] {
  const commands: string[][] = [[]];
  for (const [word] of line.matchAll(WORD)) {
    if (word.startsWith("#")) break;
    if (word === "&&") commands.push([]);
    else commands.at(-1)?.push(word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
  }
  return commands.filter((words) => words.length > 0);
}
