import { JsonlSink } from "../../src/record/jsonl-sink.ts";
import { eventsFrom, SPEC } from "./log-data.ts";

/** Writes outcomes of three events to the file named by its argument and tells each, for ever. */
const [path = ""] = process.argv.slice(2);
const sink = new JsonlSink({ path });
await sink.open(SPEC);
for (let first = 0; ; first += 3) {
  await sink.write(eventsFrom(first, 3));
  await new Promise((resolve) => process.stdout.write("written\n", resolve));
}
