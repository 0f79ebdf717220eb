import { join, resolve } from "node:path";
import { JsonlSink } from "../record/jsonl-sink.ts";
import { defaultLogPath, type LogName, logFileName } from "../record/log-path.ts";
import type { EventSink } from "../record/sink.ts";
import { instantiate } from "../registry/instantiate.ts";
import type { Registry } from "../registry/registry.ts";
import type { LogPlace, RunSettings } from "./options.ts";

/** Where the log file of a run is, or would be. */
export function logPathOf(name: LogName, settings: RunSettings): string {
  const { recordPath, recordFolder, cwd = "." } = settings;
  if (recordPath !== undefined) return resolve(cwd, recordPath);
  return recordFolder === undefined
    ? defaultLogPath(name)
    : join(resolve(cwd, recordFolder), logFileName(name));
}

/**
 * What takes the events: a sink of the caller, a class named by reference, or the log file.
 *
 * @throws {ConfigError} when the class cannot be loaded
 */
export async function makeSink(
  place: LogPlace,
  registry: Registry,
  { sink, recorder, secrets }: RunSettings,
): Promise<EventSink> {
  if (typeof sink === "function") return sink(place);
  if (sink) return sink;
  if (recorder === undefined) return new JsonlSink({ path: place.path, secrets });
  const loaded = await registry.loadClass(recorder, "sink");
  const spec = { key: recorder, args: {}, file: recorder, line: 0 };
  return instantiate(loaded, { spec, flag: "--recorder" }, place) as EventSink; // it has `write`, as its kind demands
}
