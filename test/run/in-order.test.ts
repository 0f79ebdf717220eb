import { expect, test } from "vitest";
import { InOrder } from "../../src/run/in-order.ts";

function jobs(...ids: string[]) {
  return ids.map((sampleId) => ({ sampleId, sample: null, events: [] }));
}

test("outcomes are passed on as their jobs began, whichever ends first", async () => {
  const passed: string[] = [];
  const order = new InOrder(async ({ sampleId }) => void passed.push(sampleId));
  const [a, b, c] = jobs("a", "b", "c");
  if (!a || !b || !c) throw new Error("Expected three jobs");
  for (const job of [a, b, c]) order.began(job);

  await order.ended(c);
  await order.ended(b);
  expect(passed).toEqual([]);

  await order.ended(a);
  expect(passed).toEqual(["a", "b", "c"]);
});

test("what waits for a job that was cancelled is passed on at the end", async () => {
  const passed: string[] = [];
  const order = new InOrder(async ({ sampleId }) => void passed.push(sampleId));
  const [a, b] = jobs("a", "b");
  if (!a || !b) throw new Error("Expected two jobs");
  for (const job of [a, b]) order.began(job);

  await order.ended(b);
  await order.end();

  expect(passed).toEqual(["b"]);
});
