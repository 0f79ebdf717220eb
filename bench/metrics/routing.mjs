// Processor time that ten routes take to choose, for each sample; no metric is asked.
import { Routed } from "../../dist/metrics/classes/routed.js";
import { median } from "../measure.mjs";

const LANGUAGES = ["en", "ja", "de", "fr", "zh", "pl"];
const routes = [
  ...LANGUAGES.map((lang) => ({ name: lang, where: { "meta.lang": lang } })),
  { name: "asian", where: { "meta.lang": ["ja", "zh", "ko"] } },
  { name: "european", where: { "meta.lang": { not_in: ["ja", "zh", "ko"] } } },
  { name: "hard", where: { "meta.score": { gte: 4, lt: 6 } } },
  { name: "titled", where: { title: { regex: "^[A-Z]\\w+" } } },
].map((route) => ({ ...route, metrics: [] }));

/** @returns microseconds of processor time that a sample costs */
export async function measureRouting({ samples = 100_000, rounds = 5 } = {}) {
  const rows = Array.from({ length: samples }, (_, index) => rowOf(index));
  const metric = new Routed(Routed.Args.parse({ routes }), { name: "routed", warn() {} });
  await metric.prepare(null);
  const costs = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    for (const row of rows) await metric.score(row, { sampleId: "bench.dev.0" });
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / samples);
  }
  return median(costs);
}

function rowOf(index) {
  return {
    response: "",
    references: [],
    where: "",
    extra_info: {
      title: `${index % 2 === 0 ? "Title" : "title"} ${index} ${"word ".repeat(16)}`,
      meta: { lang: LANGUAGES[index % LANGUAGES.length], score: index % 10 },
    },
  };
}
