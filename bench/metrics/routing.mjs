// Processor time that ten routes take to choose, for each sample; no metric is asked.
// npm run build && node bench/metrics/routing.mjs [--samples 100000] [--rounds 3]
import { parseArgs } from "node:util";
import { Routed } from "../../dist/metrics/classes/routed.js";
import { median, printTable } from "../measure.mjs";

/** Microseconds a sample; above it the benchmark fails. */
const LIMIT = 20;

const { values } = parseArgs({
  options: {
    samples: { type: "string", default: "100000" },
    rounds: { type: "string", default: "3" },
  },
});
const [samples, rounds] = [Number(values.samples), Number(values.rounds)];

const LANGUAGES = ["en", "ja", "de", "fr", "zh", "pl"];
const routes = [
  ...LANGUAGES.map((lang) => ({ name: lang, where: { "meta.lang": lang } })),
  { name: "asian", where: { "meta.lang": ["ja", "zh", "ko"] } },
  { name: "european", where: { "meta.lang": { not_in: ["ja", "zh", "ko"] } } },
  { name: "hard", where: { "meta.score": { gte: 4, lt: 6 } } },
  { name: "titled", where: { title: { regex: "^[A-Z]\\w+" } } },
].map((route) => ({ ...route, metrics: [] }));

const rows = Array.from({ length: samples }, (_, index) => ({
  references: [],
  where: "",
  extra_info: {
    title: `${index % 2 === 0 ? "Title" : "title"} ${index} ${"word ".repeat(16)}`,
    meta: { lang: LANGUAGES[index % LANGUAGES.length], score: index % 10 },
  },
}));

const metric = new Routed(Routed.Args.parse({ routes }), { name: "routed", warn() {} });
await metric.prepare(null);
const ctx = { sampleId: "bench.dev.0" };

const costs = [];
for (let round = 0; round < rounds; round++) {
  const before = process.cpuUsage();
  for (const row of rows) await metric.score({ ...row, response: "" }, ctx);
  const { user, system } = process.cpuUsage(before);
  costs.push((user + system) / samples);
}

printTable(
  `routing, ${samples} samples through ${routes.length} routes, median of ${rounds} rounds`,
  [
    ["", "µs a sample", "worst", "limit"],
    ["routed", median(costs).toFixed(1), Math.max(...costs).toFixed(1), String(LIMIT)],
  ],
);
if (median(costs) > LIMIT) process.exitCode = 1;
