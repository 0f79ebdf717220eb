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
