import type { Check, ValueCheck } from "./check.ts";
import { Leaves, MISSING, NO_MATCH } from "./path.ts";

/** Whether all checks hold for what `resolvePath` has found; in order, up to the first that fails. */
export function checksHold(checks: readonly Check[], found: unknown): boolean {
  return checks.every((check) => checkHolds(check, found));
}

function checkHolds(check: Check, found: unknown): boolean {
  if (check.asks === "existence") return isThere(found) === check.expected;
  if (!(found instanceof Leaves)) return holdsFor(check, found);
  return check.asks === "all"
    ? found.values.every((leaf) => holdsFor(check, leaf))
    : found.values.some((leaf) => holdsFor(check, leaf));
}

function holdsFor(check: ValueCheck, value: unknown): boolean {
  return value !== MISSING && value !== NO_MATCH && check.holds(value);
}

function isThere(found: unknown): boolean {
  if (found instanceof Leaves) return found.values.some(isThere);
  return found !== MISSING && found !== NO_MATCH;
}
