// Lines per second and memory of the document's example flow: with its aggregation, whose list grows
// with the lines, and without. Beside it the time that a line takes with nodes in Python.
// npm run build && node bench/flow.mjs [--lines 100000] [--python-lines 2000]
import { spawnSync } from "node:child_process";
import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { bin, inFolder, measure, printTable, tell } from "./measure.mjs";

const { values } = parseArgs({
  options: {
    lines: { type: "string", default: "100000" },
    "python-lines": { type: "string", default: "2000" },
  },
});
const lines = Number(values.lines);
const pythonLines = Number(values["python-lines"]);

const BLOCK = 1000;
const GRADE_JS = `export default ({ groundtruth, prediction }) =>
  groundtruth.toLowerCase() === prediction.toLowerCase() ? "Correct" : "Incorrect";
`;
const ACCURACY_JS = `export default ({ grades }, ctx) => {
  const right = grades.filter((grade) => grade === "Correct").length;
  ctx.logMetric("accuracy", ctx.round(right / grades.length, 2));
};
`;
const GRADE_PYTHON = `from promptflow.core import tool

@tool
def grade(groundtruth: str, prediction: str):
    return "Correct" if groundtruth.lower() == prediction.lower() else "Incorrect"
`;
const ACCURACY_PYTHON = `from promptflow.core import log_metric, tool

@tool
def calculate_accuracy(grades: list):
    log_metric("accuracy", round(grades.count("Correct") / len(grades), 2))
`;

await inFolder(async (folder) => {
  writeFlows(folder);
  const table = [["nodes", "lines", "seconds", "lines/s", "ms/line", "peak MB"]];
  for (const count of [lines / 10, lines]) {
    for (const flow of ["without-aggregation", "javascript"]) {
      table.push(await rowOf(flow, count, folder));
    }
  }
  const hasPython = spawnSync("python3", ["--version"]).status === 0;
  if (hasPython) table.push(await rowOf("python", pythonLines, folder));
  printTable("evaluation flow over data", table);
  const [, ...rows] = table;
  tell(rows.map(([nodes, count, , rate]) => [`flow ${nodes}, ${count} lines`, `${rate} lines/s`]));
});

/** What a line costs beyond what starting costs, which a run of one line tells. */
async function rowOf(flow, count, folder) {
  const start = await runOf(flow, 1, folder);
  const { seconds, peak } = await runOf(flow, count, folder);
  const perLine = (seconds - start.seconds) / count;
  return [
    flow,
    String(count),
    seconds.toFixed(2),
    (1 / perLine).toFixed(0),
    (perLine * 1000).toFixed(3),
    peak.toFixed(0),
  ];
}

async function runOf(flow, count, folder) {
  const data = join(folder, "data.jsonl");
  await pipeline(Readable.from(blocksOf(count)), createWriteStream(data));
  const log = join(folder, "log.jsonl");
  const argv = ["flow", join(folder, flow), "--data", data, "--record-path", log];
  return measure([bin, ...argv, "--allow-python"], folder);
}

function* blocksOf(count) {
  for (let start = 0; start < count; start += BLOCK) {
    const numbers = Array.from({ length: Math.min(BLOCK, count - start) }, (_, at) => start + at);
    yield numbers.map((number) => `${JSON.stringify(dataRow(number))}\n`).join("");
  }
}

function dataRow(number) {
  return { groundtruth: `word ${number}`, prediction: number % 3 ? `Word ${number}` : "none" };
}

function writeFlows(folder) {
  const javascript = flowOf("javascript", "mjs");
  write(folder, "javascript", {
    ...javascript,
    "grade.mjs": GRADE_JS,
    "accuracy.mjs": ACCURACY_JS,
  });
  write(folder, "python", {
    ...flowOf("python", "py"),
    "grade.py": GRADE_PYTHON,
    "accuracy.py": ACCURACY_PYTHON,
  });
  const [head] = javascript["flow.dag.yaml"].split("  - name: calculate_accuracy");
  write(folder, "without-aggregation", { "flow.dag.yaml": head, "grade.mjs": GRADE_JS });
}

function write(folder, name, files) {
  mkdirSync(join(folder, name));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, file), text);
}

function flowOf(type, ending) {
  return {
    "flow.dag.yaml": `inputs:
  groundtruth: { type: string }
  prediction: { type: string }
outputs:
  grade: { type: string, reference: "\${grade.output}" }
nodes:
  - name: grade
    type: ${type}
    source: { type: code, path: grade.${ending} }
    inputs: { groundtruth: "\${inputs.groundtruth}", prediction: "\${inputs.prediction}" }
  - name: calculate_accuracy
    type: ${type}
    source: { type: code, path: accuracy.${ending} }
    inputs: { grades: "\${grade.output}" }
    aggregation: true
`,
  };
}
