/**
 * How PyYAML, which reads YAML 1.1, takes an unquoted scalar that we, reading YAML 1.2, take
 * otherwise: `yes` and its kind, `010`, `08`, `0b11`, `1_000`, `1:30` and dates.
 *
 * Scalars that only YAML 1.2 takes for numbers (`1e5`, `0o17`) are left out: there the number is
 * what everybody means.
 *
 * @param value what YAML 1.2 makes of it
 * @returns the other reading as a message shows it; undefined where both agree
 */
export function yaml11Reading(source: string, value: unknown): string | undefined {
  if (/^(yes|Yes|YES|on|On|ON)$/.test(source)) return "true";
  if (/^(no|No|NO|off|Off|OFF)$/.test(source)) return "false";
  if (DATE.test(source)) return "a date";
  if (/^[-+]?0\d*[89]\d*$/.test(source)) return `the text "${source}"`;
  const number = numberOf(source);
  return number === undefined || number === value ? undefined : `the number ${number}`;
}

const DATE =
  /^\d{4}-(\d\d-\d\d|\d\d?-\d\d?([Tt]|[ \t]+)\d\d?:\d\d:\d\d(\.\d*)?([ \t]*(Z|[-+]\d\d?(:\d\d)?))?)$/;

function numberOf(source: string): number | undefined {
  const [, sign = "", digits = ""] = /^([-+]?)([\d.:_a-fA-FxXb]+)$/.exec(source) ?? [];
  const value = unsigned(digits);
  if (value === undefined) return undefined;
  return sign === "-" ? -value : value;
}

function unsigned(digits: string): number | undefined {
  const plain = digits.replaceAll("_", "");
  if (/^0b[01_]+$/.test(digits)) return Number.parseInt(plain.slice(2), 2);
  if (/^0x[\da-fA-F_]+$/.test(digits)) return Number.parseInt(plain.slice(2), 16);
  if (/^0[0-7_]+$/.test(digits)) return Number.parseInt(plain, 8);
  if (/^[1-9][\d_]*$/.test(digits)) return Number(plain);
  if (/^\d[\d_]*\.[\d_]*$/.test(digits)) return Number(plain);
  if (/^\d[\d_]*(:[0-5]?\d)+(\.[\d_]*)?$/.test(digits)) return sexagesimal(plain);
  return undefined;
}

/** `1:30` is 90: digits to the base of 60. PyYAML wants a whole one to begin with 1 to 9. */
function sexagesimal(text: string): number | undefined {
  if (/^0[^.]*$/.test(text)) return undefined;
  return text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}
