import { randomBytes } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * A name for a run that no other run has and that sorts by time: `YYMMDDHHMMSS` in universal time,
 * then five random bytes in the base32 of RFC 4648.
 *
 * @param time milliseconds since 1970
 */
export function makeRunId(time = Date.now(), random: Uint8Array = randomBytes(5)): string {
  const digits = new Date(time).toISOString().replace(/\D/g, "");
  return digits.slice(2, 14) + base32(random);
}

function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = bits.match(/.{5}/g) ?? [];
  return letters.map((letter) => BASE32.charAt(Number.parseInt(letter, 2))).join("");
}
