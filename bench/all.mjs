// All benchmarks, one after the other, so that none disturbs another. `npm run bench`
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const NAMES = ["startup", "scaling", "log-writing", "resume", "throughput", "metrics", "flow"];

for (const name of NAMES) {
  const file = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  const { status } = spawnSync(process.execPath, [file], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
