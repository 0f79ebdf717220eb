/** Class and message of an `error` event, whatever its author made of the data. */
export function errorParts(data: unknown): { readonly type: string; readonly message: string } {
  if (typeof data !== "object" || data === null) return { type: "Error", message: String(data) };
  const { type = "Error", message = JSON.stringify(data) } = data as Record<string, unknown>;
  return { type: String(type), message: String(message) };
}
