import { truncate } from "./display-width.ts";

/** As much of a table or a list as a line of a report has room for. */
const LONGEST = 60;

/**
 * A figure as text: four digits after the point at most, `n/a` for what could not be computed. What
 * is no number, such as a table of confusions, is cut to a part of a line.
 */
export function figure(value: unknown): string {
  if (value === null || value === undefined) return "n/a";
  if (typeof value === "string") return truncate(value, LONGEST);
  if (typeof value !== "number") return truncate(JSON.stringify(value), LONGEST);
  return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(4)));
}
