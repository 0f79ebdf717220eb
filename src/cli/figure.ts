/** A figure as text: four digits after the point at most, `n/a` for what could not be computed. */
export function figure(value: unknown): string {
  if (value === null || value === undefined) return "n/a";
  if (typeof value !== "number") return typeof value === "string" ? value : JSON.stringify(value);
  return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(4)));
}
