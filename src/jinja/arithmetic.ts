import { asText, isNumeric, kindOf, plain } from "./values.ts";

/** Python's `+`: adds numbers, joins texts and lists. @throws {Error} for anything else */
export function plus(a: unknown, b: unknown): unknown {
  const [left, right] = [plain(a), plain(b)];
  if (typeof left === "string" && typeof right === "string") return left + right;
  if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right];
  return calculate("+", (x, y) => x + y)(left, right);
}

/** Python's `*`: multiplies numbers, repeats texts and lists. @throws {Error} for anything else */
export function multiply(a: unknown, b: unknown): unknown {
  const [left, right] = [plain(a), plain(b)];
  if (isNumeric(left) && !isNumeric(right)) return multiply(right, left);
  const times = Math.max(0, Math.trunc(Number(right)));
  if (typeof left === "string" && isNumeric(right)) return left.repeat(times);
  if (Array.isArray(left) && isNumeric(right))
    return Array.from({ length: times }, () => left).flat();
  return calculate("*", (x, y) => x * y)(left, right);
}

/** An operation on numbers that refuses all else, and a result that Python would not give. */
export function calculate(
  sign: string,
  operation: (a: number, b: number) => number,
): (a: unknown, b: unknown) => number {
  return (a, b) => {
    const [left, right] = [plain(a), plain(b)];
    if (!isNumeric(left) || !isNumeric(right)) {
      asText(left);
      asText(right);
      throw new Error(`${kindOf(left)} ${sign} ${kindOf(right)} is not defined`);
    }
    if (Number(right) === 0 && ["/", "//", "%"].includes(sign)) throw new Error("division by zero");
    return operation(Number(left), Number(right));
  };
}
