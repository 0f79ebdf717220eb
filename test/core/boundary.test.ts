import { expect, test } from "vitest";
import { boundaryOf } from "../../src/core/boundary.ts";

test("the same texts have the same boundary, and any other texts another", () => {
  const boundary = boundaryOf(["a", "b"]);

  expect(boundary).toMatch(/^-----[0-9a-f]{16}-----$/);
  expect(boundaryOf(["a", "b"])).toBe(boundary);
  for (const others of [["ab"], ["b", "a"], ["a", "b", ""], ["a", `b\n${boundary}`]]) {
    expect(boundaryOf(others)).not.toBe(boundary);
  }
});
