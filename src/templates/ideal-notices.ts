import type { EvalContext } from "../core/eval.ts";
import type { RowInspector } from "./inspected-rows.ts";
import { noticeRows } from "./row-notice.ts";

/** Warns of rows whose ideal answer is the empty text, and says what that means. */
export function emptyIdeals(
  context: EvalContext,
  { reverse }: { readonly reverse: boolean },
): RowInspector {
  const meaning = reverse ? "no answer matches it" : matchedBy(context);
  return noticeRows(hasEmpty, (rows) => {
    context.warn(`an empty ideal in ${rows}: ${meaning}`);
  });
}

/** Warns of rows whose ideal answer is a number or a boolean: data may have meant other text. */
export function valueIdeals(context: EvalContext): RowInspector {
  return noticeRows(hasValue, (rows) => {
    context.warn(`an ideal that is no text in ${rows}: answers are compared with its JSON text`);
  });
}

function matchedBy({ parity }: EvalContext): string {
  return parity ? "every answer matches it" : "only an empty answer matches it";
}

function hasEmpty(row: object): boolean {
  return idealsOf(row).includes("");
}

function hasValue(row: object): boolean {
  return idealsOf(row).some((ideal) => typeof ideal === "number" || typeof ideal === "boolean");
}

function idealsOf(row: object): unknown[] {
  return "ideal" in row ? [row.ideal].flat() : [];
}
