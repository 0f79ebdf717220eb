/**
 * Rounds as Python's `round`: to the nearest, ties to even, decided on the exact binary value, so
 * 0.125 is 0.12 and 2.675 is 2.67.
 *
 * @param digits places after the point; negative ones are before it
 */
export function pythonRound(value: number, digits = 0): number {
  if (!Number.isFinite(value) || value === 0) return value;
  if (digits > 330) return value;
  const { mantissa, exponent } = partsOf(Math.abs(value));
  const top = mantissa * power(2n, exponent) * power(10n, digits);
  const bottom = power(2n, -exponent) * power(10n, -digits);
  const rounded = Number(`${nearest(top, bottom)}e${-digits}`);
  return value < 0 ? -rounded : rounded;
}

const MANTISSA_BITS = 52n;
const BIAS = 1075n;

/** The number as mantissa · 2^exponent, both whole. */
function partsOf(value: number): { mantissa: bigint; exponent: number } {
  const bits = new BigUint64Array(new Float64Array([value]).buffer)[0] ?? 0n;
  const fraction = bits & ((1n << MANTISSA_BITS) - 1n);
  const biased = bits >> MANTISSA_BITS;
  const isSubnormal = biased === 0n;
  return {
    mantissa: isSubnormal ? fraction : fraction | (1n << MANTISSA_BITS),
    exponent: Number((isSubnormal ? 1n : biased) - BIAS),
  };
}

/** 1 for a negative exponent: it then stands on the other side of the fraction. */
function power(base: bigint, exponent: number): bigint {
  return base ** BigInt(Math.max(0, exponent));
}

function nearest(top: bigint, bottom: bigint): bigint {
  const floor = top / bottom;
  const twice = (top % bottom) * 2n;
  const isUp = twice > bottom || (twice === bottom && floor % 2n === 1n);
  return isUp ? floor + 1n : floor;
}
