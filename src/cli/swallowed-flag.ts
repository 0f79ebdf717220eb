import type { Command } from "commander";
import { ConfigError } from "../core/errors.ts";

/**
 * A flag whose value was forgotten would take the next flag for it, and the message would be about
 * something else.
 *
 * @param words the name of a command, its arguments and flags
 * @throws {ConfigError} when a flag stands where a value should
 */
export function refuseSwallowed([name, ...words]: readonly string[], { commands }: Command): void {
  const options = commands.find((command) => command.name() === name)?.options ?? [];
  const flags = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  const isFlag = (word = "") =>
    options.some(({ long }) => long !== undefined && word.split("=", 1)[0] === long);
  for (const [index, word] of flags.entries()) {
    const taker = options.find(({ long, required }) => required && long === word);
    const next = flags[index + 1];
    if (taker && next !== undefined && isFlag(next)) throw noValue(taker.flags, word, next);
  }
}

function noValue(usage: string, flag: string, next: string): ConfigError {
  return new ConfigError(`${flag} has no value: what follows is the flag ${next}`, {
    fix: `write ${usage}; a value that looks like a flag goes behind "=": ${flag}=${next}`,
  });
}
