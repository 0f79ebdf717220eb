import { codePlace } from "../core/code-place.ts";

/** An error of code that nobody waited for, such as a promise that a node left alone. */
export class UncaughtError extends Error {
  override readonly name = "UncaughtError";

  /** @param cause what was thrown */
  constructor(cause: unknown) {
    super(`${String(cause)}${placeOf(cause)} was thrown where nobody waits for it`, { cause });
  }

  /** As the reason why a run stops. */
  override toString(): string {
    return "an error that nobody caught";
  }
}

function placeOf(cause: unknown): string {
  const place = cause instanceof Error ? codePlace(cause.stack) : undefined;
  return place === undefined ? "" : ` (${place})`;
}
