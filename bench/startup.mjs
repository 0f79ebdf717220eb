// Start-up and throughput of the built command, side by side in one run. `npm run bench:startup`
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROUNDS = 15;
const YAML_FILES = 463;
const SIZES = [1_000, 10_000, 100_000];

const bin = fileURLToPath(new URL("../dist/cli/oaieval.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "oaieval-bench-"));
// Each process reports its own processor time and peak memory as it exits.
const usageFile = join(folder, "usage.json");
const reporter = `process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(usageFile)},
    JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS / 1024 }));
});`;

try {
  writeRegistry();
  startUp();
  throughput();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function startUp() {
  const cases = {
    "empty node": ["-e", "0"],
    "oaieval --help": [bin, "--help"],
    "3 samples, dummy, 463 YAML files": [bin, ...runOf("bench-3")],
  };
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, args] of Object.entries(cases)) times[name].push(measure(args).seconds);
  }
  const empty = median(times["empty node"]);
  console.log(`start-up, median of ${ROUNDS} rounds, side by side`);
  for (const [name, seconds] of Object.entries(times)) {
    const extra = (median(seconds) - empty) * 1000;
    console.log(`  ${name.padEnd(34)} ${ms(median(seconds))}  (+${extra.toFixed(0)} ms)`);
  }
}

function throughput() {
  console.log("\nsamples through Match with dummy, full log written");
  console.log("  samples   seconds   CPU s   peak MB   µs CPU per sample");
  for (const size of SIZES) {
    const { seconds, cpu, peak } = measure([
      `--import=data:text/javascript,${encodeURIComponent(reporter)}`,
      bin,
      ...runOf(`bench-${size}`),
    ]);
    const perSample = ((cpu / size) * 1e6).toFixed(0);
    console.log(
      `  ${String(size).padStart(7)}   ${seconds.toFixed(2).padStart(7)}   ${cpu.toFixed(2).padStart(5)}   ${peak.toFixed(0).padStart(7)}   ${perSample.padStart(17)}`,
    );
  }
}

function runOf(name) {
  const log = join(folder, "log.jsonl");
  rmSync(log, { force: true });
  return ["dummy", name, "--registry-path", folder, "--record-path", log];
}

function measure(args) {
  rmSync(join(folder, "log.jsonl"), { force: true });
  const started = process.hrtime.bigint();
  const run = spawnSync(process.execPath, args, { encoding: "utf8" });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  if (run.status !== 0) throw new Error(`${args.join(" ")}\n${run.stderr}`);
  try {
    return { seconds, ...JSON.parse(readFileSync(usageFile, "utf8")) };
  } catch {
    return { seconds };
  }
}

function writeRegistry() {
  mkdirSync(join(folder, "evals"));
  mkdirSync(join(folder, "data"));
  for (let file = 0; file < YAML_FILES - 1; file++) {
    writeFileSync(join(folder, "evals", `filler-${file}.yaml`), evalYaml(`filler-${file}`));
  }
  const names = [3, ...SIZES].map((size) => `bench-${size}`);
  writeFileSync(join(folder, "evals", "bench.yaml"), names.map(evalYaml).join("\n"));
  for (const size of [3, ...SIZES]) {
    const rows = Array.from({ length: size }, (_, i) =>
      JSON.stringify({
        input: [
          { role: "system", content: "Answer with one word." },
          { role: "user", content: `Question number ${i}: which word comes after ${i * 7}?` },
        ],
        ideal: `word ${i}`,
      }),
    );
    writeFileSync(join(folder, "data", `bench-${size}.jsonl`), `${rows.join("\n")}\n`);
  }
}

function evalYaml(name) {
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

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function ms(seconds) {
  return `${(seconds * 1000).toFixed(0).padStart(5)} ms`;
}
