import { expect, test } from "vitest";
import { RunScope } from "../../src/core/run-scope.ts";

class Counter {
  count = 0;
}

class OtherCounter {
  count = 0;
}

test("whoever asks for a class in one run gets the same object", () => {
  const scope = new RunScope();
  scope.get(Counter).count++;

  expect(scope.get(Counter).count).toBe(1);
  expect(scope.get(OtherCounter).count).toBe(0);
});

test("another run has objects of its own", () => {
  const scope = new RunScope();
  scope.get(Counter).count++;

  expect(new RunScope().get(Counter).count).toBe(0);
});
