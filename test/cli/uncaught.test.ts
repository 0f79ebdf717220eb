import { join } from "node:path";
import { expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { startOaieval } from "../helpers/oaieval-process.ts";
import { rows, storyFolder } from "../helpers/story-flow.ts";

const WAYS = [
  ["a promise that a node leaves alone", 'Promise.reject(new TypeError("late"))'],
  ["a timer of a node", 'setTimeout(() => { throw new TypeError("late"); })'],
] as const;

test.each(WAYS)(
  "%s that throws ends the run with the place and a report, exit 1",
  async (_, code) => {
    const lines = Array.from({ length: 6 }, () => ({ groundtruth: "a", prediction: "a" }));
    const cwd = storyFolder({
      "accuracy/grade.mjs": `import { setTimeout as wait } from "node:timers/promises";
export default async (_, { lineNumber }) => {
  if (lineNumber < 3) return "Correct";
  ${code};
  await wait(20);
  return "Correct";
};`,
      "data.jsonl": rows(lines),
    });
    const flow = "flow accuracy --data data.jsonl --concurrency 1 --record-path log.jsonl";

    const oaieval = startOaieval(flow.split(" "), { cwd });

    expect(await oaieval.exitCode).toBe(1);
    expect(oaieval.stderr).toContain("TypeError: late (grade.mjs:4) was thrown where nobody waits");
    expect(oaieval.stdout).toContain(
      "an error that nobody caught; the report covers what was judged",
    );
    expect(logLines(join(cwd, "log.jsonl")).report).toMatchObject({ "samples/total": 6 });
  },
);
