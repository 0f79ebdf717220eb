const LONG_INTEGER = /\d{16}/;
const NUMBER = /-?\d[\d.eE+-]*/g;

/**
 * Puts integers that a number cannot hold exactly into quotes, so that they keep their digits.
 *
 * @param json must be valid
 */
export function quoteLongIntegers(json: string): string {
  if (!LONG_INTEGER.test(json)) return json;
  let quoted = "";
  let at = 0;
  while (at < json.length) {
    const string = json.indexOf('"', at);
    const start = string === -1 ? json.length : string;
    quoted += json.slice(at, start).replace(NUMBER, exactly);
    at = endOfString(json, start);
    quoted += json.slice(start, at);
  }
  return quoted;
}

function exactly(number: string): string {
  const isLost = /^-?[1-9]\d{15,}$/.test(number) && String(Number(number)) !== number;
  return isLost ? `"${number}"` : number;
}

/** Index after the string that begins at `start`. A loop: a pattern runs out of stack here. */
function endOfString(json: string, start: number): number {
  let quote = json.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote === -1 ? json.length : quote + 1;
}

function isEscaped(json: string, at: number): boolean {
  let before = at;
  while (json[before - 1] === "\\") before--;
  return (at - before) % 2 === 1;
}
