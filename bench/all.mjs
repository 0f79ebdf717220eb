// All benchmarks, one after the other, so that none disturbs another, and one table of what matters most.
// npm run bench
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { printTable } from "./measure.mjs";

const NAMES = ["startup", "scaling", "log-writing", "resume", "throughput", "metrics", "flow"];

const summary = [];
for (const name of NAMES) {
  const child = fork(fileURLToPath(new URL(`${name}.mjs`, import.meta.url)));
  child.on("message", (figures) => summary.push(...figures));
  const [status] = await once(child, "exit");
  if (status === 0) continue;
  summary.push([name, "failed"]);
  process.exitCode = 1;
}
printTable("all benchmarks", [["", "figure"], ...summary]);
