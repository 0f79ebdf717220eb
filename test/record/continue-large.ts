import { JsonlSink } from "../../src/record/jsonl-sink.ts";
import { readProgress } from "../../src/record/log-progress.ts";
import { mendEnd } from "../../src/record/mend-end.ts";
import { OutcomeReader } from "../../src/record/outcome-reader.ts";
import { readLog } from "../../src/record/read-log.ts";
import { Recorder } from "../../src/record/recorder.ts";
import { SPEC } from "./log-data.ts";

const common = { runId: SPEC.run_id, createdBy: "" };
const outcome = (index: number) => ({
  sampleId: `s.dev.${index}`,
  events: [
    { type: "sampling", data: { prompt: "p", sampled: String(index % 10).repeat(2 ** 20) } },
    { type: "match", data: { correct: index % 2 === 0 } },
  ],
});

/** Writes 100 samples of a mebibyte each to the file named by its argument, and goes on with it. */
const [path = ""] = process.argv.slice(2);
const first = new Recorder({ ...common, sink: new JsonlSink({ path }) });
await first.open(SPEC);
for (let index = 0; index < 100; index++) await first.record(outcome(index));

const size = await mendEnd(await readLog(path));
const { tally, nextEventId: firstEventId, isDone } = await readProgress(path);
const sink = new JsonlSink({ path, size });
const second = new Recorder({ ...common, sink, tally, firstEventId });
await second.open(SPEC);
await second.recordForRun([{ type: "resumed", data: {} }]);
for (let index = 0; index < 120; index++) {
  if (!isDone(`s.dev.${index}`, undefined)) await second.record(outcome(index));
}
let matches = 0;
for await (const _ of second.events("match")) matches += 1;
await second.close({ matches });

const reader = await OutcomeReader.open(path);
const [sampling] = await reader.read("s.dev.57", undefined);
await reader.close();
const { sampled } = Object(sampling?.data);
console.log(`${second.samples.total} samples, ${matches} matches, ${sampled.slice(0, 3)}`);
