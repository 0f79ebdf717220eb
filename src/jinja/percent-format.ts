import { pythonRepr } from "../core/python-repr.ts";
import { pythonRound } from "../core/python-round.ts";
import { asText, isMapping, isNumeric, kindOf } from "./values.ts";

const FIELD = /%(?:\(([^)]*)\))?([-+ 0#]*)(\d+)?(?:\.(\d+))?([sdifFgreEx%])|%/g;

/**
 * Fills a text as Python's `%` does: `%s`, `%r`, `%d`, `%x`, `%f`, `%e`, `%g` with flags, width and
 * precision, and `%(name)s` of a mapping.
 *
 * @throws {Error} when there are not as many values as places, or one is of the wrong kind
 */
export function percentFormat(text: string, given: unknown): string {
  const values: readonly unknown[] = Array.isArray(given) ? given : [given];
  let used = 0;
  const filled = text.replace(FIELD, (whole, ...groups: (string | undefined)[]) => {
    const [name, flags = "", width = "0", precision, kind] = groups;
    if (kind === undefined) throw new Error(`a lone "%" in ${JSON.stringify(text)}; write "%%"`);
    if (kind === "%") return "%";
    const value = name === undefined ? values[used++] : named(given, name);
    if (value === undefined) throw new Error(`"${whole}" has no value`);
    const digits = precision === undefined ? undefined : Number(precision);
    return padded(shown(value, kind, digits), flags, Number(width));
  });
  if (used < values.length && !isMapping(given)) {
    throw new Error(
      `there are ${values.length} values for ${used} places in ${JSON.stringify(text)}`,
    );
  }
  return filled;
}

function named(mapping: unknown, name: string): unknown {
  return isMapping(mapping) && Object.hasOwn(mapping, name) ? mapping[name] : undefined;
}

function shown(value: unknown, kind: string, precision: number | undefined): string {
  if (kind === "s" || kind === "r") {
    const text = kind === "s" ? asText(value) : pythonRepr(value);
    return [...text].slice(0, precision).join("");
  }
  if (!isNumeric(value)) throw new Error(`"%${kind}" takes a number, not ${kindOf(value)}`);
  return showNumber(Number(value), kind, precision ?? 6);
}

function showNumber(number: number, kind: string, precision: number): string {
  if (!Number.isFinite(number)) return pythonRepr(number);
  if (kind === "d" || kind === "i") return BigInt(Math.trunc(number)).toString();
  if (kind === "x") return BigInt(Math.trunc(number)).toString(16);
  if (kind === "e" || kind === "E") return exponential(number, precision, kind);
  if (kind === "g") return general(number, precision || 1);
  // toFixed rounds ties of the exact value up, Python to even.
  return pythonRound(number, precision).toFixed(Math.min(100, precision));
}

function exponential(number: number, precision: number, letter: string): string {
  return number
    .toExponential(precision)
    .replace(/e([+-])(\d)$/, "e$10$2")
    .replace("e", letter);
}

function general(number: number, precision: number): string {
  const exponent = Number(number.toExponential(precision - 1).split("e")[1]);
  if (exponent < -4 || exponent >= precision) {
    return exponential(number, precision - 1, "e").replace(/\.?0+e/, "e");
  }
  const text = number.toFixed(Math.max(0, precision - 1 - exponent));
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

function padded(text: string, flags: string, width: number): string {
  const isNumber = /^-?[\d.]/.test(text);
  const sign = isNumber && flags.includes("+") && !text.startsWith("-") ? "+" : "";
  const signed = sign + text;
  if (flags.includes("-")) return signed.padEnd(width);
  if (!flags.includes("0") || !isNumber) return signed.padStart(width);
  const [, minus = "", digits = ""] = /^([-+]?)(.*)$/s.exec(signed) ?? [];
  return minus + digits.padStart(width - minus.length, "0");
}
