import { ConfigError } from "../core/errors.ts";

/**
 * A list of names would be taken for the name of one model.
 *
 * @param where the flag or the eval that names who judges
 * @throws {ConfigError} when it names several
 */
export function refuseJudges(name: string, where: string): void {
  const names = name.split(",").filter((part) => part.trim() !== "");
  const [first = ""] = names;
  if (names.length < 2) return;
  throw new ConfigError(`one judges, and "${name}" are ${names.length}`, {
    where,
    fix: `name one, such as ${first.trim()}, and run once for each to compare them`,
  });
}
