import { expect, test } from "vitest";
import { retryAfterMs } from "../../../src/completion/openai/retry-after.ts";

const NOW = Date.parse("2026-11-30T12:00:00Z");

test.each([
  [{ "retry-after-ms": "1500", "retry-after": "9" }, 1500],
  [{ "retry-after": "2" }, 2000],
  [{ "retry-after": "0.5" }, 500],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "Mon, 30 Nov 2026 12:00:30 GMT" }, 30_000],
  [{ "retry-after": "Mon, 30 Nov 2026 11:00:00 GMT" }, 0],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "" }, undefined],
  [{}, undefined],
])("%o asks to wait %s ms", (headers, expected) => {
  expect(retryAfterMs(new Headers(headers), NOW)).toBe(expected);
});
