import { describeError } from "../../src/core/errors.ts";
import { JsonlSink } from "../../src/record/jsonl-sink.ts";
import { eventsFrom, SPEC } from "./log-data.ts";

/** Writes outcomes to the file named by its argument until the system refuses, and tells why. */
const [path = ""] = process.argv.slice(2);
const sink = new JsonlSink({ path });
await sink.open(SPEC);
try {
  for (let first = 0; ; first += 7) await sink.write(eventsFrom(first, 7));
} catch (error) {
  console.log(error instanceof Error ? `${error.name}: ${describeError(error)}` : error);
}
