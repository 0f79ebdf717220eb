// Events per second through the recorder into a log file.
// npm run build && node bench/log-writing.mjs [--samples 100000] [--rounds 3]
import { join } from "node:path";
import { parseArgs } from "node:util";
import { JsonlSink } from "../dist/record/jsonl-sink.js";
import { Recorder } from "../dist/record/recorder.js";
import { inFolder, median, printTable, tell } from "./measure.mjs";

const { values } = parseArgs({
  options: {
    samples: { type: "string", default: "100000" },
    rounds: { type: "string", default: "3" },
  },
});
const [samples, rounds] = [Number(values.samples), Number(values.rounds)];

const PROMPT = [{ role: "user", content: "Every word of this sentence is here. ".repeat(20) }];
const EVENTS = [
  { type: "sampling", data: { prompt: PROMPT, sampled: ["word 7"], model: "bench-1" } },
  { type: "match", data: { correct: true, expected: "word 7", picked: "word 7" } },
];

await inFolder(async (folder) => {
  const rows = [];
  for (const concurrency of [1, 10, 64]) {
    const rates = [];
    for (let round = 0; round < rounds; round++) rates.push(await rateOf(folder, concurrency));
    rows.push([String(concurrency), median(rates).toFixed(0), Math.max(...rates).toFixed(0)]);
  }
  printTable(`log writing, ${samples} samples of two events, median of ${rounds} rounds`, [
    ["samples at a time", "events/s", "best"],
    ...rows,
  ]);
  tell(rows.map(([at, rate]) => [`log writing, ${at} at a time`, `${rate} events/s`]));
});

async function rateOf(folder, concurrency) {
  const sink = new JsonlSink({ path: join(folder, "log.jsonl") });
  const recorder = new Recorder({ runId: "bench", createdBy: "", sink });
  await recorder.open({ run_id: "bench" });
  const started = performance.now();
  let next = 0;
  const loop = async () => {
    while (next < samples) {
      await recorder.record({ sampleId: `bench.dev.${next++}`, events: EVENTS });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  await recorder.close({});
  return (samples * EVENTS.length) / ((performance.now() - started) / 1000);
}
