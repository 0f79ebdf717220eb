import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reportLines } from "../../src/cli/report.ts";
import { styleFor } from "../../src/cli/style.ts";
import { runCli } from "../helpers/run-cli.ts";
import { runTiny } from "../helpers/run-tiny.ts";
import { stubEndpoint } from "../helpers/stub-endpoint.ts";
import { questions } from "../helpers/tiny-registry.ts";

const PRICES = "small: { input: 1, cached: 0.5, output: 4 }\nlarge: { input: 10, output: 40 }\n";
const USAGE = {
  prompt_tokens: 100,
  completion_tokens: 50,
  total_tokens: 150,
  prompt_tokens_details: { cached_tokens: 40 },
  completion_tokens_details: { reasoning_tokens: 30 },
};

/** An eval whose answers a judge reads. */
const JUDGED = {
  "evals/judged.yaml": `judged.dev.v0:
  class: model-graded
  metrics: [score]
  args: { samples_jsonl: tiny.jsonl, modelgraded_spec: closedqa, eval_type: classify }
`,
  "modelgraded/closedqa.yaml": `closedqa:
  prompt: "Is {completion} right?"
  choice_strings: "YN"
  choice_scores: { Y: 1, N: 0 }
  input_outputs: { input: completion }
`,
  "prices.yaml": PRICES,
};

test("R125: tokens are told for subject and judge, with those cached and those of reasoning", async () => {
  await stubEndpoint(({ body }) => ({ text: "Y", model: body.model, usage: USAGE }));
  const { stdout, log } = await runTiny(["small", "judged.dev.v0", "--judge", "large"], {
    rows: questions(2),
    files: JUDGED,
  });

  expect(stdout).toContain(
    "tokens   600 (400 prompt, 200 completion, 160 cached, 120 reasoning) · judge 300 (200 prompt, 100 completion, 80 cached, 60 reasoning)\n",
  );
  // Two calls of small: 120 at 1, 80 at 0.5, 100 at 4; two of large: 200 at 10, 100 at 40.
  expect(log.report?.["cost_usd"]).toBeCloseTo((120 + 40 + 400 + 2000 + 4000) / 1e6, 15);
  expect(stdout).toContain("cost     $0.00656\n");
});

test("R125: a call that tells no usage is unknown, not free: no cost, said once", async () => {
  await stubEndpoint({ text: "A", usage: USAGE }, { text: "A", usage: null });
  const { stdout, stderr, log } = await runTiny(["small", "t-match", "--concurrency", "1"], {
    files: { "prices.yaml": PRICES },
  });

  expect(log.report).toMatchObject({ usage_total_tokens: 150, usage_unknown: 3, cost_usd: null });
  expect(stdout).toContain("· unknown for 3 calls\n");
  expect(stdout).toContain("cost     n/a\n");
  expect(stderr.match(/the cost is not known/g)).toHaveLength(1);
});

test("R125: the file of --prices goes over the registry's", async () => {
  await stubEndpoint({ text: "A", usage: USAGE });
  const { log } = await runTiny(["small", "t-match", "--prices", "mine.yaml"], {
    rows: questions(1),
    files: { "prices.yaml": PRICES, "mine.yaml": "small: { input: 0, output: 1000 }\n" },
  });

  expect(log.report?.["cost_usd"]).toBeCloseTo(0.05, 12);
});

test("R125: a model without a price makes the cost null, and is named", async () => {
  await stubEndpoint({ text: "A", usage: USAGE });
  const { exitCode, stderr, log } = await runTiny(["medium", "t-match"], {
    files: { "prices.yaml": PRICES },
  });

  expect(exitCode).toBe(0);
  expect(log.report).toMatchObject({ cost_usd: null });
  expect(stderr).toContain('warning: the cost is not known: there is no price for "medium"');
});

test("R125: the cost can be gated", async () => {
  await stubEndpoint({ text: "A", usage: USAGE });
  const { exitCode, stdout } = await runTiny(["large", "t-match", "--gate", "cost_usd <= 0.001"], {
    rows: questions(1),
    files: { "prices.yaml": PRICES },
  });

  expect(exitCode).toBe(1);
  expect(stdout).toContain("cost_usd is 0.003; the gate is cost_usd <= 0.001");
});

test("without prices a report has no cost", async () => {
  const { stdout, log } = await runTiny(["oracle", "t-match"]);

  expect(log.report).not.toHaveProperty("cost_usd");
  expect(stdout).not.toContain("cost");
});

test("what only costs is no result: a report with nothing else has measured nothing", () => {
  const plain = styleFor({ write: () => true }, {});
  const lines = reportLines({ cost_usd: 1, usage_total_tokens: 3, "samples/total": 1 }, plain);

  expect(lines[0]).toBe("no metrics: nothing was measured");
});

test("--repeats says how often each sample runs, and counts samples", async () => {
  const { exitCode, stdout, stderr, log } = await runTiny([
    ...["oracle", "t-match", "--repeats", "3", "--reducer", "majority", "--max_samples", "2"],
  ]);

  expect(exitCode).toBe(0);
  expect(stderr).toContain("2 of 4, 3 times each, from ");
  expect(stdout).toContain("samples  2 of 2 scored · 0 errors\n");
  expect(log.events.filter(({ type }) => type === "match")).toHaveLength(6);
  expect(log.spec.run_config).toMatchObject({ repeats: 3, reducer: "majority" });
});

test("--cluster-by widens the interval of samples that belong together", async () => {
  const rows = ["x", "x", "y", "y"].map((text, index) => ({
    input: "?",
    ideal: index < 2 ? "A" : "B",
    text,
  }));
  const argv = ["constant", "t-match", "--completion_args", "text=A"];
  const plain = await runTiny(argv, { rows });
  const clustered = await runTiny([...argv, "--cluster-by", "text"], { rows });

  expect(plain.log.report?.["accuracy.stderr"]).toBeCloseTo(Math.sqrt(1 / 12), 12);
  expect(clustered.log.report).toMatchObject({ accuracy: 0.5, "accuracy.stderr": 0.5 });
});

test("--cluster-by with a field that no row has is refused with a near name", async () => {
  const { exitCode, stderr, hasLog } = await runTiny([
    "oracle",
    "t-match",
    "--cluster-by",
    "idael",
  ]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain('no row has a value in the field "idael"');
  expect(stderr).toContain('did you mean "ideal"?');
  expect(hasLog).toBe(false);
});

test.each([
  [["--repeats", "0"], "Expected a whole number from 1."],
  [["--repeats", "2", "--reducer", "pass@5"], 'the reducer "pass@5" needs 5 repeats'],
  [["--reducer", "median"], 'there is no reducer "median"'],
])("%j is refused before the run", async (flags, message) => {
  const { exitCode, stderr, hasLog } = await runTiny(["oracle", "t-match", ...flags]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(hasLog).toBe(false);
});

test("a run that goes on repeats as its log says, and gates are given anew", async () => {
  const fails = {
    "once.ts": `let asked = 0;
export class Once { complete() { if (asked++ === 1) throw new Error("no"); return "A"; } }`,
  };
  const { root, exitCode } = await runTiny(
    ["./once.ts:Once", "t-match", "--repeats", "3", "--concurrency", "1"],
    { rows: questions(2), files: fails },
  );
  const again = await runCli(
    ["resume", "log.jsonl", "--gate", "accuracy == 1", "--json", "report.json"],
    { cwd: root },
  );

  expect(exitCode).toBe(1);
  expect(again.exitCode).toBe(0);
  expect(again.stdout).toContain("verdict  passed");
  expect(JSON.parse(readFileSync(join(root, "report.json"), "utf8"))).toMatchObject({
    gates: [{ passed: true }],
    report: { accuracy: 1, "samples/total": 2, "samples/errors": 0 },
  });
});

test("--help has every flag of figures, gates and test reports", async () => {
  const { stdout } = await runCli(["run", "--help"]);

  for (const flag of ["repeats", "reducer", "cluster-by", "prices", "gate", "junit"]) {
    expect(stdout).toMatch(new RegExp(`^ +--${flag} <`, "m"));
  }
  expect((await runCli(["--help"])).stdout).toContain("1 a sample failed or a gate is not met");
});

test("a figure that is a whole table is cut to a part of its line, and makes no other line longer", () => {
  const table = { labels: Array.from({ length: 100 }, (_, index) => `label ${index}`) };

  const lines = reportLines(
    { accuracy: 0.5, confusions: table },
    styleFor({ write: () => {} }, {}),
  );

  expect(lines[2]).toMatch(/^confusions +\{"labels":\["label 0",.*…$/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(110);
});
