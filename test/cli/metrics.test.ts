import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { runCli } from "../helpers/run-cli.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

const LENGTH = `import { Metric } from "oaieval";

export class Length extends Metric {
  get signature() {
    return "unit=utf-16|v=1";
  }

  score({ response, references }) {
    return { scores: { length: response.length, right: references.includes(response) } };
  }
}
`;

const ROWS = [
  { question: "Who?", answer: "You", ideal: "You" },
  { question: "What?", answer: "Nothing", ideal: ["Something", "Anything"] },
];

/** A registry with an eval `m` of class metrics. */
function metricsRegistry(
  args: object,
  { rows = ROWS, files = {} }: { rows?: readonly object[]; files?: Record<string, string> } = {},
): string {
  const entry = { class: "metrics", args: { samples_jsonl: "m.jsonl", ...args } };
  return tempRegistry({
    "evals/m.yaml": `m: { id: m.dev.v0 }\nm.dev.v0: ${JSON.stringify(entry)}\n`,
    "evals/length.ts": LENGTH,
    "data/m.jsonl": rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
    ...files,
  });
}

async function runMetrics(root: string, argv: readonly string[] = ["none", "m"]) {
  const path = join(root, "log.jsonl");
  const run = await runCli([...argv, "--registry-path", root, "--record-path", path], {
    cwd: root,
  });
  return { ...run, path };
}

describe("a metric of one's own is one file", () => {
  test("that scores the answers of the data, and nobody is asked", async () => {
    const root = metricsRegistry({ metrics: ["./length.ts:Length"] });

    const { exitCode, stdout, stderr, path } = await runMetrics(root);

    expect(stderr).toMatch(/^asks +nobody: the data has the answers$/m);
    expect(stdout).toMatch(/^length +5 +± 2 /m);
    expect(stdout).toMatch(/^right +0\.5 +± 0\.5 /m);
    expect(exitCode).toBe(0);
    const { spec, events } = logLines(path);
    expect(spec.run_config["signatures"]).toEqual({ Length: "unit=utf-16|v=1" });
    expect(events.filter(({ type }) => type === "metrics").map(({ data }) => data)).toContainEqual({
      metric: "Length",
      status: "scored",
      length: 3,
      right: true,
    });
  });
});
