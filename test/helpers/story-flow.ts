import { join } from "node:path";
import { type LogLines, logLines } from "./log-lines.ts";
import { type CliRun, runCli } from "./run-cli.ts";
import { type Files, tempRegistry } from "./temp-registry.ts";

/** The example flow of the documentation of promptflow, with nodes in JavaScript. */
export const STORY: Files = {
  "accuracy/flow.dag.yaml": `
inputs:
  groundtruth: { type: string }
  prediction: { type: string }
outputs:
  grade: { type: string, reference: "\${grade.output}" }
nodes:
  - name: grade
    type: javascript
    source: { type: code, path: grade.mjs }
    inputs: { groundtruth: "\${inputs.groundtruth}", prediction: "\${inputs.prediction}" }
  - name: calculate_accuracy
    type: javascript
    source: { type: code, path: accuracy.mjs }
    inputs: { grades: "\${grade.output}" }
    aggregation: true
`,
  "accuracy/grade.mjs": `
import { node } from "oaieval";
export default node(({ groundtruth, prediction }) => {
  if (prediction === "throw") throw new RangeError("cannot be graded");
  return groundtruth.toLowerCase() === prediction.toLowerCase() ? "Correct" : "Incorrect";
});
`,
  "accuracy/accuracy.mjs": `
import { aggregation } from "oaieval";
export default aggregation(({ grades }, ctx) => {
  ctx.logMetric("accuracy", ctx.round(grades.filter((grade) => grade === "Correct").length / grades.length, 2));
  return grades;
});
`,
  "data.jsonl": rows([{ groundtruth: "App" }, { groundtruth: "Channel" }, { groundtruth: "Wiki" }]),
};

/** The words that map the output of an earlier run to the flow's input. */
export const MAP: readonly string[] = ["--map", `prediction=\${run.outputs.prediction}`];

/** The story's files in a folder of their own, with some more. */
export function storyFolder(more: Files = {}): string {
  return tempRegistry({ ...STORY, ...more });
}

/** Rows as lines of JSON. */
export function rows(list: readonly object[]): string {
  return list.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** Three outputs, two of them right. */
export const OUTPUTS = rows([
  { prediction: "App" },
  { prediction: "Channel" },
  { prediction: "Academic" },
]);

/** The same of a run whose second line failed. */
export const WITHOUT_SECOND = rows([
  { line_number: 0, prediction: "App" },
  { line_number: 2, prediction: "Academic" },
]);

/** Runs the story's flow over its data and an earlier run; the log is `grades.jsonl`. */
export async function grade(
  cwd: string,
  run: string,
  more: readonly string[] = [],
): Promise<CliRun & { log(): LogLines }> {
  const argv = ["flow", "accuracy", "--data", "data.jsonl", "--run", run, ...MAP];
  const path = join(cwd, "grades.jsonl");
  const done = await runCli([...argv, "--record-path", path, ...more], { cwd });
  return { ...done, log: () => logLines(path) };
}
