import type { EvalContext } from "../core/eval.ts";
import type { RowInspector } from "./inspected-rows.ts";
import { noticeRows } from "./row-notice.ts";

/** Warns of rows whose ideal answer is the empty text, and says what that means. */
export function emptyIdeals(
  context: EvalContext,
  { reverse }: { readonly reverse: boolean },
): RowInspector {
  const meaning = reverse ? "no answer matches it" : matchedBy(context);
  return noticeRows(hasEmptyIdeal, (rows) => {
    context.warn(`an empty ideal in ${rows}: ${meaning}`);
  });
}

function matchedBy({ parity }: EvalContext): string {
  return parity ? "every answer matches it" : "only an empty answer matches it";
}

function hasEmptyIdeal(row: object): boolean {
  if (!("ideal" in row)) return false;
  return row.ideal === "" || (Array.isArray(row.ideal) && row.ideal.includes(""));
}
