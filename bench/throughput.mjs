// Requests per second of whole runs beside bare loops over the same rows and the same server.
// npm run build && node bench/throughput.mjs [--samples 20000] [--rounds 5] [--concurrency 64]
import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    samples: { type: "string", default: "20000" },
    rounds: { type: "string", default: "5" },
    concurrency: { type: "string", default: "64" },
  },
});
const [samples, rounds] = [Number(values.samples), Number(values.rounds)];

const folder = mkdtempSync(join(tmpdir(), "oaieval-bench-"));
const rows = join(folder, "data", "bench.jsonl");
// Each process reports its own processor time and peak memory as it exits.
const usageFile = join(folder, "usage.json");
const reporter = `process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.getBuiltinModule("node:fs").writeFileSync(${JSON.stringify(usageFile)},
    JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS / 1024 }));
});`;

const server = fork(fileURLToPath(new URL("loopback-server.mjs", import.meta.url)));
try {
  const [port] = await once(server, "message");
  writeRegistry();
  compare(`http://127.0.0.1:${port}/v1`);
} finally {
  server.disconnect();
  rmSync(folder, { recursive: true, force: true });
}

function compare(baseURL) {
  const bare = (client) => [local("bare-loop.mjs"), client, baseURL, rows, values.concurrency];
  const ways = {
    "undici, bare loop": bare("undici"),
    "SDK over our transport, bare loop": bare("sdk"),
    "SDK as it comes, bare loop": bare("sdk-as-it-comes"),
    "oaieval, whole run": [
      local("../dist/cli/oaieval.js"),
      ...["bench-1", "bench", "--concurrency", values.concurrency],
      ...["--registry-path", folder, "--record-path", join(folder, "log.jsonl")],
    ],
  };
  const measured = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  // Side by side, so that what else the machine does meets all of them.
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(ways)) measured[name].push(measure(args, baseURL));
  }
  print(measured);
}

function measure(args, baseURL) {
  const imports = `--import=data:text/javascript,${encodeURIComponent(reporter)}`;
  const { PATH, HOME } = process.env;
  const started = performance.now();
  const run = spawnSync(process.execPath, [imports, ...args], {
    encoding: "utf8",
    env: { PATH, HOME, OPENAI_BASE_URL: baseURL },
  });
  const seconds = (performance.now() - started) / 1000;
  if (run.status !== 0) throw new Error(`${args.join(" ")}\n${run.stderr}`);
  const { cpu, peak } = JSON.parse(readFileSync(usageFile, "utf8"));
  return { rate: samples / seconds, cpu: (cpu / samples) * 1e6, peak };
}

function print(measured) {
  const head = `${samples} requests, concurrency ${values.concurrency}, median of ${rounds} rounds, start-up included`;
  console.log(`${head}\n`);
  console.log(`${"".padEnd(36)}requests/s   best   µs CPU each   peak MB`);
  for (const [name, runs] of Object.entries(measured)) {
    const figures = [
      median(runs, "rate").toFixed(0).padStart(10),
      Math.max(...runs.map(({ rate }) => rate))
        .toFixed(0)
        .padStart(7),
      median(runs, "cpu").toFixed(0).padStart(14),
      median(runs, "peak").toFixed(0).padStart(10),
    ];
    console.log(name.padEnd(36) + figures.join(""));
  }
  const whole = median(measured["oaieval, whole run"], "rate");
  const ratioTo = (name) => (whole / median(measured[name], "rate")).toFixed(2);
  console.log(
    `\noaieval / SDK over our transport  ${ratioTo("SDK over our transport, bare loop")}  (at least 0.8)`,
  );
  console.log(
    `oaieval / SDK as it comes         ${ratioTo("SDK as it comes, bare loop")}  (at least 2)`,
  );
}

function median(runs, figure) {
  return runs.map((run) => run[figure]).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)];
}

function local(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}

/** Chats of about 600 bytes, as evals have them. */
function writeRegistry() {
  for (const name of ["evals", "data"]) mkdirSync(join(folder, name));
  const evalYaml = `bench: { id: bench.dev.v0, metrics: [accuracy] }
bench.dev.v0: { class: match, args: { samples_jsonl: bench.jsonl } }
`;
  writeFileSync(join(folder, "evals", "bench.yaml"), evalYaml);
  const filler = "Every word of this sentence is here to give the prompt a usual length. ".repeat(
    5,
  );
  const lines = Array.from({ length: samples }, (_, index) =>
    JSON.stringify({
      input: [
        { role: "system", content: `Answer with one word. ${filler}` },
        { role: "user", content: `Question ${index}: which word comes after number ${index * 7}?` },
      ],
      ideal: "word 7",
    }),
  );
  writeFileSync(rows, `${lines.join("\n")}\n`);
}
