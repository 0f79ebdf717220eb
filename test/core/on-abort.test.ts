import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { onAbort } from "../../src/core/on-abort.ts";

test("all who listen are told once, in their order", () => {
  const { signal, abort } = controller();
  const told: string[] = [];
  onAbort(signal, () => told.push("a"));
  onAbort(signal, () => told.push("b"));

  abort();

  expect(told).toEqual(["a", "b"]);
});

test("the same function twice is told twice, and who has left is not told", () => {
  const { signal, abort } = controller();
  let told = 0;
  const count = () => {
    told += 1;
  };
  const leave = onAbort(signal, count);
  onAbort(signal, count);
  onAbort(signal, count);
  leave();
  leave();

  abort();

  expect(told).toBe(2);
});

test("who comes after the abort is told at once", () => {
  const { signal, abort } = controller();
  abort();
  let isTold = false;

  onAbort(signal, () => {
    isTold = true;
  });

  expect(isTold).toBe(true);
});

test("however many listen, the signal has one listener, and none when all have left", () => {
  const { signal } = controller();
  const ties = Array.from({ length: 100 }, () => onAbort(signal, () => {}));

  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  for (const leave of ties) leave();
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

function controller() {
  const made = new AbortController();
  return { signal: made.signal, abort: () => made.abort() };
}
