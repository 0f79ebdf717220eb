// What the benchmarks share: registries that are made for them, processes that are measured, tables.
import { spawnSync } from "node:child_process";
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";

export const bin = fileURLToPath(new URL("../dist/cli/oaieval.js", import.meta.url));

/** Calls `work` with a folder that is there as long. */
export async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "oaieval-bench-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Seconds, processor seconds and peak memory in MB of a Node process, which reports the latter two.
 *
 * @param env @default that of this process
 */
export function measure(args, folder, env = process.env) {
  const usageFile = join(folder, "usage.json");
  const reporter = `process.on("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(usageFile)},
      JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS / 1024 }));
  });`;
  const imported = `--import=data:text/javascript,${encodeURIComponent(reporter)}`;
  const started = performance.now();
  const run = spawnSync(process.execPath, [imported, ...args], { encoding: "utf8", env });
  const seconds = (performance.now() - started) / 1000;
  if (run.status !== 0) throw new Error(`${args.join(" ")}\n${run.stderr}`);
  return { seconds, ...JSON.parse(readFileSync(usageFile, "utf8")) };
}

/** A registry with an eval `bench-N` for each number of samples, whose rows have about 1 KB. */
export async function writeRegistry(folder, sizes) {
  for (const name of ["evals", "data"]) mkdirSync(join(folder, name));
  const names = sizes.map((size) => `bench-${size}`);
  writeFileSync(join(folder, "evals", "bench.yaml"), names.map(evalYaml).join("\n"));
  for (const size of sizes) {
    const path = join(folder, "data", `bench-${size}.jsonl`);
    await pipeline(Readable.from(blocksOf(size)), createWriteStream(path));
  }
}

/** Arguments of a run of `bench-N` with `dummy`, which answers at once. */
export function runOf(size, folder) {
  const log = join(folder, "log.jsonl");
  return [bin, "dummy", `bench-${size}`, "--registry-path", folder, "--record-path", log];
}

export function evalYaml(name) {
  return `${name}:
  id: ${name}.dev.v0
  description: An eval that is here to be read over.
  metrics: [accuracy]
${name}.dev.v0:
  class: evals.elsuite.basic.match:Match
  args:
    samples_jsonl: ${name}.jsonl
`;
}

/** Prints rows of texts below their heads; all but the first column to the right. */
export function printTable(title, rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  console.log(`${title}\n`);
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column] + 3),
    );
    console.log(`  ${cells.join("")}`);
  }
  console.log();
}

/** Hands the figures that matter most, each with its unit by its name, to the table of all benchmarks. */
export function tell(figures) {
  process.send?.(figures);
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

const FILLER = "Every word of this sentence is here to give the row a usual length. ".repeat(12);
const BLOCK = 1000;

function* blocksOf(size) {
  for (let start = 0; start < size; start += BLOCK) {
    const count = Math.min(BLOCK, size - start);
    yield Array.from({ length: count }, (_, place) => `${rowOf(start + place)}\n`).join("");
  }
}

function rowOf(index) {
  const question = `${FILLER}Question ${index}: which word comes after ${index * 7}?`;
  return JSON.stringify({
    input: [
      { role: "system", content: "Answer with one word." },
      { role: "user", content: question },
    ],
    ideal: `word ${index}`,
  });
}
