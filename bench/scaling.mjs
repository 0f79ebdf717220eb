// Time and memory of whole runs by the number of samples: rows of 1 KB, Match, dummy, full log.
// npm run build && node bench/scaling.mjs [--sizes 1000,10000,100000,1000000]
import { parseArgs } from "node:util";
import { inFolder, measure, printTable, runOf, tell, writeRegistry } from "./measure.mjs";

const { values } = parseArgs({
  options: { sizes: { type: "string", default: "1000,10000,100000,1000000" } },
});
const sizes = values.sizes.split(",").map(Number);

await inFolder(async (folder) => {
  await writeRegistry(folder, sizes);
  const rows = sizes.map((size) => {
    const { seconds, cpu, peak } = measure(runOf(size, folder), folder);
    const perSample = (cpu / size) * 1e6;
    return [
      String(size),
      seconds.toFixed(2),
      cpu.toFixed(2),
      perSample.toFixed(0),
      peak.toFixed(0),
    ];
  });
  printTable("whole runs by the number of samples", [
    ["samples", "seconds", "CPU s", "µs CPU a sample", "peak MB"],
    ...rows,
  ]);
  tell(
    rows.map(([size, , , perSample, peak]) => [
      `${size} samples: CPU a sample, peak memory`,
      `${perSample} µs, ${peak} MB`,
    ]),
  );
});
