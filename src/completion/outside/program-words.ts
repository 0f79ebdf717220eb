import { ConfigError } from "../../core/errors.ts";

/**
 * The words of a command line: separated by white space, quotes keep it together. Nothing else that a
 * shell does is done.
 *
 * @throws {ConfigError} when a quote is not closed, or there is no word
 */
export function programWords(command: string): readonly [string, ...string[]] {
  const words: string[] = [];
  let rest = command.trim();
  while (rest !== "") {
    const [word] = WORD.exec(rest) ?? [];
    if (word === undefined) {
      throw new ConfigError(`a quote in ${JSON.stringify(command)} is not closed`, {
        where: "command",
        fix: "close it, or write the words as a list",
      });
    }
    words.push(word.replace(QUOTED, "$1$2"));
    rest = rest.slice(word.length).trimStart();
  }
  const [program, ...args] = words;
  if (program !== undefined) return [program, ...args];
  throw new ConfigError("the command is empty", { where: "command", fix: "name a program" });
}

const WORD = /^(?:[^\s"']|"[^"]*"|'[^']*')+(?=\s|$)/;
const QUOTED = /"([^"]*)"|'([^']*)'/g;
