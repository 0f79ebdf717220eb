import { readFileSync } from "node:fs";

/** The rows of a table in `test/fixtures/vectors/`. */
export function vectors<Row>(name: string): Row[] {
  const file = new URL(`../fixtures/vectors/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")).rows;
}
