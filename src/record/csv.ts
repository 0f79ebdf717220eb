/**
 * A row of CSV (RFC 4180) with its line end. Null is an empty field, an empty text is `""`, what is
 * neither text, number nor boolean is written as JSON. Values are exact: a text that begins with
 * `=` stays so, and a spreadsheet may take it for a formula.
 */
export function csvRow(values: readonly unknown[]): string {
  return `${values.map(csvField).join(",")}\r\n`;
}

function csvField(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
