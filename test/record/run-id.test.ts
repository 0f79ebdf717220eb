import { expect, test } from "vitest";
import { makeRunId } from "../../src/record/run-id.ts";

const TIME = Date.UTC(2026, 10, 30, 20, 46, 26, 900);

test("a run id is the time in UTC and forty random bits in base32", () => {
  // MZXW6YTB is RFC 4648's own vector for the five bytes of "fooba".
  expect(makeRunId(TIME, Buffer.from("fooba"))).toBe("261130204626MZXW6YTB");
});

test("run ids of the same second differ", () => {
  const ids = new Set(Array.from({ length: 100 }, () => makeRunId(TIME)));

  expect(ids.size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^261130204626[A-Z2-7]{8}$/);
});
