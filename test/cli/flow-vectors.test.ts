import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { runCli } from "../helpers/run-cli.ts";
import { rows } from "../helpers/story-flow.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

interface Vector {
  readonly id: string;
  readonly flow: unknown;
  readonly node_sources: Readonly<Record<string, string>>;
  readonly sources: Readonly<Record<string, readonly object[]>>;
  readonly column_mapping: Readonly<Record<string, unknown>>;
  readonly expected: {
    readonly run_error?: string;
    readonly lines?: readonly { readonly line_number: number; readonly status: string }[];
    readonly aggregation?: Readonly<Record<string, { readonly status: string }>>;
    readonly metrics?: Readonly<Record<string, number>>;
  };
}

const file = new URL("../fixtures/vectors/eval-flow.json", import.meta.url);
const vectors: readonly Vector[] = JSON.parse(readFileSync(file, "utf8")).vectors;

/** Runs a vector as a user would, from files. */
async function runVector({ flow, node_sources, sources, column_mapping }: Vector) {
  const { data, "run.outputs": outputs } = sources;
  const cwd = tempRegistry({
    ...Object.fromEntries(
      Object.entries(node_sources).map(([name, text]) => [`flow/${name}`, text]),
    ),
    "flow/flow.dag.yaml": JSON.stringify(flow),
    ...(data ? { "data.jsonl": rows(data) } : {}),
    ...(outputs ? { "outputs.jsonl": rows(outputs) } : {}),
  });
  const path = join(cwd, "log.jsonl");
  const argv = [
    ...["flow", "flow", "--record-path", path, "--concurrency", "3"],
    ...(data ? ["--data", "data.jsonl"] : []),
    ...(outputs ? ["--run", "outputs.jsonl"] : []),
    ...["--extra-eval-params", JSON.stringify({ column_mapping })],
  ];
  return { ...(await runCli(argv, { cwd })), log: () => logLines(path) };
}

const whole = vectors.filter(({ sources }) => !("run.inputs" in sources));

describe("oaieval flow does what promptflow did", () => {
  test.each(whole.filter(({ expected }) => !expected.run_error))("$id", async (vector) => {
    const { lines = [], metrics = {}, aggregation = {} } = vector.expected;
    const isWhole =
      [...lines, ...Object.values(aggregation)].every(({ status }) =>
        /^completed$/i.test(status),
      ) && Object.keys(metrics).length > 0;

    const { exitCode, stderr, log } = await runVector(vector);

    expect(log().report, stderr).toMatchObject(metrics);
    const numbers = log().events.flatMap(({ type, data }) =>
      type === "flow_line" ? [Object(data).line_number] : [],
    );
    expect(numbers.sort((a, b) => a - b)).toEqual(lines.map(({ line_number }) => line_number));
    expect(exitCode).toBe(isWhole ? 0 : 1);
  });

  test.each(whole.filter(({ expected }) => expected.run_error))(
    "$id does not start",
    async (vector) => {
      const { exitCode, stderr } = await runVector(vector);

      expect(exitCode, stderr).toBe(2);
    },
  );
});
