// Time and memory of going on with a log whose last megabyte is lost.
// npm run build && node bench/resume.mjs [--samples 1000000]
import { statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bin, inFolder, measure, printTable, runOf, tell, writeRegistry } from "./measure.mjs";

/** Bytes at the end of the log that are as good as lost. */
const LOST = 10 ** 6;

const { values } = parseArgs({ options: { samples: { type: "string", default: "1000000" } } });
const samples = Number(values.samples);

await inFolder(async (folder) => {
  await writeRegistry(folder, [samples]);
  const run = measure(runOf(samples, folder), folder);
  const log = join(folder, "log.jsonl");
  const bytes = statSync(log).size;
  truncateSync(log, bytes - LOST);
  const resume = measure([bin, "resume", log, "--registry-path", folder], folder);
  printTable(`resume of a log of ${samples} samples, ${(bytes / 1e6).toFixed(0)} MB`, [
    ["", "seconds", "CPU s", "peak MB"],
    rowOf("the run itself", run),
    rowOf("resume, its last MB lost", resume),
  ]);
  const { cpu, peak } = resume;
  tell([[`resume after ${samples} samples`, `${cpu.toFixed(1)} CPU s, ${peak.toFixed(0)} MB`]]);
});

function rowOf(name, { seconds, cpu, peak }) {
  return [name, seconds.toFixed(2), cpu.toFixed(2), peak.toFixed(0)];
}
