// How fast metrics are beside packages that compute the same, and what routing costs a sample.
// npm run build && node bench/metrics.mjs [--samples 100000] [--rounds 5]
import { parseArgs } from "node:util";
import { printTable, tell } from "./measure.mjs";
import { measureBleu } from "./metrics/bleu.mjs";
import { measureJson } from "./metrics/json.mjs";
import { measureRouge } from "./metrics/rouge.mjs";
import { measureRouting } from "./metrics/routing.mjs";

/** Microseconds of processor time that routing may cost a sample. */
const LIMIT = 20;

const { values } = parseArgs({
  options: {
    samples: { type: "string", default: "100000" },
    rounds: { type: "string", default: "5" },
  },
});
const settings = { samples: Number(values.samples), rounds: Number(values.rounds) };

const rows = [
  row("BLEU", "bleu-score", measureBleu(settings)),
  row("ROUGE-L", "js-rouge", measureRouge(settings)),
  row("JSON equality", "isDeepStrictEqual", measureJson(settings)),
];
printTable(`${settings.samples} samples, median of ${settings.rounds} rounds in turns`, [
  ["", "samples/s", "beside", "samples/s", "ratio"],
  ...rows,
]);

const cost = await measureRouting(settings);
printTable("ten routes, no metric asked", [
  ["", "µs CPU a sample", "limit", "samples/CPU s"],
  ["routing", cost.toFixed(1), String(LIMIT), (1e6 / cost).toFixed(0)],
]);
tell([
  ...rows.map(([name, , other, , ratio]) => [`${name} beside ${other}`, ratio]),
  ["routing by ten routes", `${cost.toFixed(1)} µs CPU a sample`],
]);
if (cost > LIMIT) process.exitCode = 1;

function row(name, other, { ours, theirs, ratio }) {
  return [name, ours.toFixed(0), other, theirs.toFixed(0), `${ratio.toFixed(1)} ×`];
}
