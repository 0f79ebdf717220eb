import { expect, test } from "vitest";
import { ConsoleSink, type ConsoleSinkOptions } from "../../src/record/console-sink.ts";
import { event } from "./log-data.ts";

const GREEN = "\u001b[32m";
const RED = "\u001b[31m";

async function printed(data: unknown, options: Partial<ConsoleSinkOptions> = {}, type = "match") {
  const lines: string[] = [];
  const sink = new ConsoleSink({ print: (line) => lines.push(line), ...options });
  await sink.open();
  await sink.write([event({ type, data })]);
  await sink.close();
  return lines;
}

test("a dry run shows events and says that nothing was written", async () => {
  expect(await printed({ correct: true })).toEqual([
    JSON.stringify(event({ data: { correct: true } })),
    "dry run: nothing was written",
  ]);
});

test("without logging only the end is told", async () => {
  expect(await printed({ correct: true }, { logging: false })).toEqual([
    "dry run: nothing was written",
  ]);
});

test.each([
  [undefined, { correct: true }, GREEN],
  [undefined, { correct: false }, RED],
  ["accuracy", { correct: false, accuracy: 0.6 }, GREEN],
  ["accuracy", { correct: false, accuracy: 0.5 }, RED],
  ["pass@5", { correct: true }, GREEN],
  ["pass@5", { correct: false }, RED],
  ["f1_score", { correct: false, f1_score: 0.6 }, GREEN],
  ["f1_score", { correct: true, f1_score: 0.5 }, RED],
  ["f1_score", { correct: true }, GREEN],
  ["sacrebleu_score", { correct: true }, GREEN],
  ["accuracy", null, RED],
  ["accuracy", "text", RED],
])(
  "with %s as the primary metric, %j is shown in its colour",
  async (primaryMetric, data, color) => {
    const [line] = await printed(data, { primaryMetric, colors: true });

    expect(line).toBe(`${color}${JSON.stringify(event({ data }))}\u001b[39m`);
  },
);

test("only match events have a colour, and none has one unless colours are wanted", async () => {
  const [other] = await printed({ correct: true }, { colors: true }, "extra");
  const [plain] = await printed({ correct: true });

  expect(other).not.toContain("\u001b");
  expect(plain).not.toContain("\u001b");
});

test("an answer cannot send commands to the terminal", async () => {
  const answer = "\u001b[2J\u009b31m\u007f\u0007";

  const [line = ""] = await printed({ sampled: answer }, {}, "sampling");

  expect(line).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(line).data.sampled).toBe(answer);
});
