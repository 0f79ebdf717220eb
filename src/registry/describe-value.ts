/** A mapping of YAML or JSON. */
export type Mapping = Readonly<Record<string, unknown>>;

/** Whether a value is a mapping, neither a list nor nothing. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as a message names it: `the text "abc"`, `the number 3`, `a list`, `nothing`. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (typeof value === "string") return `the text ${JSON.stringify(shortened(value))}`;
  if (typeof value === "number" || typeof value === "bigint") return `the number ${value}`;
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "a mapping" : `a ${typeof value}`;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
