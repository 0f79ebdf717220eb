import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mendEnd } from "../../src/record/mend-end.ts";
import { readLog } from "../../src/record/read-log.ts";
import { event, SPEC } from "./log-data.ts";
import { logFile } from "./temp-log.ts";

const SPEC_LINE = `${JSON.stringify({ spec: SPEC })}\n`;
const REPORT_LINE = `${JSON.stringify({ final_report: { accuracy: 1 }, run_id: SPEC.run_id })}\n`;

/** The two lines of a sample: what it was asked, and how the answer was judged. */
function outcome(
  index: number,
  { repeat, text = "Lima" }: { repeat?: number; text?: string } = {},
) {
  const fields = {
    sample_id: `capitals.dev.${index}`,
    ...(repeat === undefined ? {} : { repeat }),
  };
  const asked = event({
    ...fields,
    event_id: index * 2,
    type: "sampling",
    data: { sampled: text },
  });
  const judged = event({ ...fields, event_id: index * 2 + 1 });
  return { asked: `${JSON.stringify(asked)}\n`, judged: `${JSON.stringify(judged)}\n` };
}

function whole(index: number): string {
  const { asked, judged } = outcome(index);
  return asked + judged;
}

/** Mends a file with this content and gives what is left of it. */
async function mended(content: string | Buffer): Promise<string> {
  const path = logFile([]);
  writeFileSync(path, content);
  const size = await mendEnd(await readLog(path));
  const left = readFileSync(path, "utf8");
  expect(size).toBe(Buffer.byteLength(left));
  return left;
}

const start = SPEC_LINE + whole(0);
const { asked, judged } = outcome(1);

test.each([
  ["a log that ends with a whole outcome", start],
  ["a log that ends with its report", start + REPORT_LINE],
  ["a log that has only its spec", SPEC_LINE],
])("%s stays as it is", async (_, content) => {
  expect(await mended(content)).toBe(content);
});

test.each([
  ["in the verdict, the question before it goes too", asked + judged.slice(0, -20)],
  ["at the start of the verdict", asked + judged.slice(0, 5)],
  ["before the newline of the verdict: more lines may be missing", asked + judged.slice(0, -1)],
  ["in the question, of which the id can be read", asked.slice(0, 120)],
])("an outcome that was cut is cut off whole: %s", async (_, rest) => {
  expect(await mended(start + rest)).toBe(start);
});

test("an outcome before a line whose sample cannot be read is done again: it may be its line", async () => {
  expect(await mended(start + asked.slice(0, 10))).toBe(SPEC_LINE);
});

test("a report that was cut takes nothing with it", async () => {
  expect(await mended(start + REPORT_LINE.slice(0, 40))).toBe(start);
});

test.each([
  ["a report", start + REPORT_LINE],
  ["a spec", SPEC_LINE],
])("%s that lacks only its newline gets one", async (_, content) => {
  expect(await mended(content.slice(0, -1))).toBe(content);
});

test("a cut inside a letter of several bytes is a cut like any other", async () => {
  const lines = outcome(1, { text: "東京" });
  const content = Buffer.from(start + lines.asked);

  const cut = content.subarray(0, content.indexOf(Buffer.from("京")) + 1);

  expect(await mended(cut)).toBe(start);
});

test("a repeat that was cut is done again, other samples stay", async () => {
  const first = outcome(1, { repeat: 0 });
  const second = outcome(1, { repeat: 1 });
  const content = start + first.asked + first.judged + second.asked + second.judged.slice(0, 150);

  const left = await mended(content);

  expect(left.startsWith(start)).toBe(true);
  expect(left).not.toContain('"repeat":1');
});

test("every cut of a log leaves whole outcomes, and only the last one is lost", async () => {
  const all = SPEC_LINE + whole(0) + whole(1) + whole(2);
  const wholes = [SPEC_LINE, SPEC_LINE + whole(0), SPEC_LINE + whole(0) + whole(1), all];
  const path = logFile([]);
  for (let size = SPEC_LINE.length; size <= all.length; size += 7) {
    writeFileSync(path, all);
    truncateSync(path, size);
    await mendEnd(await readLog(path));

    const left = readFileSync(path, "utf8");
    const possible = wholes.filter((text) => text.length <= size).slice(-2);
    expect(left === all.slice(0, size) || possible.includes(left), `cut at ${size}`).toBe(true);
  }
});
