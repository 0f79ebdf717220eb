import { type MatchFormOptions, matchForm } from "./text/match-form.ts";

/**
 * Whether two texts are equal, but for what the options let pass; by default white space at the ends
 * and the kind of line ends.
 */
export function exactMatch(a: string, b: string, options: MatchFormOptions = {}): boolean {
  return matchForm(a, options) === matchForm(b, options);
}
