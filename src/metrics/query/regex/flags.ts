import { PatternFault } from "./pattern-fault.ts";

/** Switches of Python's `re`, as a part of a pattern has them. */
export interface RegexFlags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly verbose: boolean;
  readonly ascii: boolean;
}

/** No switch is on. */
export const NO_FLAGS: RegexFlags = {
  ignoreCase: false,
  multiline: false,
  dotAll: false,
  verbose: false,
  ascii: false,
};

const NAMES: ReadonlyMap<string, keyof RegexFlags> = new Map([
  ["i", "ignoreCase"],
  ["m", "multiline"],
  ["s", "dotAll"],
  ["x", "verbose"],
  ["a", "ascii"],
]);

/**
 * The switches with letters turned on and off; `u` is what texts have anyway.
 *
 * @throws {PatternFault} for letters that Python does not take
 */
export function switchFlags(flags: RegexFlags, on: string, off: string): RegexFlags {
  if (on.includes("a") && on.includes("u")) {
    throw new PatternFault("the flags 'a' and 'u' are incompatible");
  }
  const doubled = [...off].find((letter) => on.includes(letter));
  if (doubled) throw new PatternFault(`the flag '${doubled}' is turned on and off`);
  if (/[aLu]/.test(off)) throw new PatternFault("the flags 'a', 'u' and 'L' cannot be turned off");
  const changes: Partial<Record<keyof RegexFlags, boolean>> = {};
  if (on.includes("u")) changes.ascii = false;
  for (const letter of on) if (letter !== "u") changes[nameOf(letter)] = true;
  for (const letter of off) changes[nameOf(letter)] = false;
  return { ...flags, ...changes };
}

function nameOf(letter: string): keyof RegexFlags {
  if (letter === "L") throw new PatternFault("the flag 'L' is for bytes, not for text");
  const name = NAMES.get(letter);
  if (!name) throw new PatternFault(`the flag '${letter}' is unknown`);
  return name;
}
