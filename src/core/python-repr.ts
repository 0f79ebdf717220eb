/**
 * A JSON value as Python's `str` shows it: text as it is, everything else as by `repr`. Judge
 * prompts of openai/evals show lists and mappings so.
 *
 * @example
 * pythonText(["Paris", "Val-d'Or"]); // ['Paris', "Val-d'Or"]
 */
export function pythonText(value: unknown): string {
  return typeof value === "string" ? value : pythonRepr(value);
}

/** A JSON value as Python's `repr` shows it; JavaScript cannot tell 1.0 from 1, so both are `1`. */
export function pythonRepr(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return numberRepr(value);
  if (typeof value === "string") return stringRepr(value);
  if (Array.isArray(value)) return `[${value.map(pythonRepr).join(", ")}]`;
  if (typeof value === "object") return mappingRepr(value);
  return String(value);
}

function mappingRepr(mapping: object): string {
  const items = Object.entries(mapping).map(
    ([key, value]) => `${stringRepr(key)}: ${pythonRepr(value)}`,
  );
  return `{${items.join(", ")}}`;
}

/** JavaScript writes small numbers out down to 1e-6, Python down to 1e-4 and with two digits. */
function numberRepr(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (value === 0 || Math.abs(value) >= 1e-4) return String(value);
  const [digits = "", exponent = ""] = value.toExponential().split("e-");
  return `${digits}e-${exponent.padStart(2, "0")}`;
}

function stringRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inner = text.replace(ESCAPED, (character) =>
    character === "'" && quote === '"' ? character : escapeCharacter(character),
  );
  return `${quote}${inner}${quote}`;
}

/** The backslash, the single quote, and all that has no shape of its own, but for the space. */
const ESCAPED = /[\\']|(?! )[\p{C}\p{Z}]/gu;

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "'": "\\'",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function escapeCharacter(character: string): string {
  return SHORT_ESCAPES[character] ?? hexEscape(character.codePointAt(0) ?? 0);
}

function hexEscape(code: number): string {
  const digits = code.toString(16);
  if (code <= 0xff) return `\\x${digits.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}
