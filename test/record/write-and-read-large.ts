import { JsonlSink } from "../../src/record/jsonl-sink.ts";
import { readSamples } from "../../src/record/log-samples.ts";
import { readLog } from "../../src/record/read-log.ts";
import { Recorder } from "../../src/record/recorder.ts";
import { SPEC } from "./log-data.ts";

/** Writes 100 samples of a mebibyte each to the file named by its argument, and reads them back. */
const [path = ""] = process.argv.slice(2);
const sink = new JsonlSink({ path });
const recorder = new Recorder({ runId: SPEC.run_id, createdBy: "", sink });
await recorder.open(SPEC);
for (let index = 0; index < 100; index++) {
  const sampled = String(index % 10).repeat(2 ** 18);
  const sampling = { type: "sampling", data: { prompt: "p", sampled } };
  const match = { type: "match", data: { correct: index % 2 === 0 } };
  const events = [sampling, sampling, sampling, sampling, match];
  await recorder.record({ sampleId: `s.${index}`, events });
}
await recorder.close({ accuracy: recorder.matches.filter(({ correct }) => correct).length / 100 });

const log = await readLog(path);
let events = 0;
for await (const _ of log.events()) events += 1;
let samples = 0;
for await (const _ of readSamples(log)) samples += 1;
console.log(`${events} events, ${samples} samples, accuracy ${log.report?.["accuracy"]}`);
