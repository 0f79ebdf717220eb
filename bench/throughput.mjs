// Requests per second of whole runs, and what a bare loop over the same client does. The server is a
// process of its own, the same for all.
// npm run build && node bench/throughput.mjs [--samples 20000] [--rounds 5] [--concurrency 64]
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bin, inFolder, measure, median, printTable, tell } from "./measure.mjs";

const { values } = parseArgs({
  options: {
    samples: { type: "string", default: "20000" },
    rounds: { type: "string", default: "5" },
    concurrency: { type: "string", default: "64" },
  },
});
const [samples, rounds] = [Number(values.samples), Number(values.rounds)];

const UNDICI = "undici, bare loop";
const SDK = "SDK over our transport, bare loop";
const SDK_AS_IT_COMES = "SDK as it comes, bare loop";
const WHOLE_RUN = "oaieval, whole run";

const server = fork(local("loopback-server.mjs"));
try {
  const [port] = await once(server, "message");
  await inFolder((folder) => compare(`http://127.0.0.1:${port}/v1`, folder));
} finally {
  server.disconnect();
}

function compare(baseURL, folder) {
  const rows = writeRegistry(folder);
  const bare = (client) => [local("bare-loop.mjs"), client, baseURL, rows, values.concurrency];
  const ways = {
    [UNDICI]: bare("undici"),
    [SDK]: bare("sdk"),
    [SDK_AS_IT_COMES]: bare("sdk-as-it-comes"),
    [WHOLE_RUN]: [
      bin,
      ...["bench-1", "bench", "--concurrency", values.concurrency],
      ...["--registry-path", folder, "--record-path", join(folder, "log.jsonl")],
    ],
  };
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, OPENAI_BASE_URL: baseURL };
  const measured = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  // Side by side, so that what else the machine does meets all of them.
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(ways)) {
      measured[name].push(perRequest(measure(args, folder, env)));
    }
  }
  report(measured);
}

/** Everything counts, from the start of the process to its end. */
function perRequest({ seconds, cpu, peak }) {
  return { rate: samples / seconds, cpu: (cpu / samples) * 1e6, peak };
}

function report(measured) {
  const middle = (name, figure) => median(measured[name].map((run) => run[figure]));
  const title = `${samples} requests, concurrency ${values.concurrency}, median of ${rounds} rounds, start-up included`;
  printTable(title, [
    ["", "requests/s", "best", "µs CPU each", "peak MB"],
    ...Object.entries(measured).map(([name, runs]) => [
      name,
      middle(name, "rate").toFixed(0),
      Math.max(...runs.map(({ rate }) => rate)).toFixed(0),
      middle(name, "cpu").toFixed(0),
      middle(name, "peak").toFixed(0),
    ]),
  ]);

  const ratioTo = (name) => (middle(WHOLE_RUN, "rate") / middle(name, "rate")).toFixed(2);
  const ratios = [
    ["oaieval / SDK over our transport (at least 0.8)", ratioTo(SDK)],
    ["oaieval / SDK as it comes (at least 2)", ratioTo(SDK_AS_IT_COMES)],
  ];
  printTable("requests/s of a whole run beside those of a bare loop", [["", "ratio"], ...ratios]);
  tell([[WHOLE_RUN, `${middle(WHOLE_RUN, "rate").toFixed(0)} requests/s`], ...ratios]);
}

function local(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}

/** Chats of about 600 bytes, as evals have them; returns the file of their rows. */
function writeRegistry(folder) {
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
  const rows = join(folder, "data", "bench.jsonl");
  writeFileSync(rows, `${lines.join("\n")}\n`);
  return rows;
}
