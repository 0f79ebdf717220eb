import { boundaryOf } from "../../core/boundary.ts";
import type { TemplateValues } from "../../core/format.ts";

/** What a judge looks at: texts, and lists of them, by the names that its prompt has for them. */
export type Material = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The name of the line that parts one text from the next. */
export const BOUNDARY = "boundary";

/**
 * Values for a judge's prompt. Each element of a list stands below a boundary line with its number;
 * no text can forge such a line.
 */
export function promptValues(material: Material): TemplateValues {
  const texts = Object.values(material).flat();
  const boundary = boundaryOf(texts.map((text) => text ?? ""));
  const values = new Map<string, unknown>([[BOUNDARY, boundary]]);
  for (const [name, value] of Object.entries(material)) {
    values.set(name, typeof value === "object" ? numbered(name, value, boundary) : (value ?? NONE));
  }
  return values;
}

function numbered(name: string, texts: readonly string[], boundary: string): string {
  if (texts.length === 0) return `${boundary} ${name}\n${NONE}`;
  const label = LABELS[name] ?? name;
  return texts.map((text, index) => `${boundary} ${label} ${index + 1}\n${text}`).join("\n");
}

const NONE = "(none)";

const LABELS: Readonly<Record<string, string>> = {
  contexts: "passage",
  references: "reference",
  statements: "statement",
  reference_statements: "reference statement",
  sentences: "sentence",
};
