import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { metricsRegistry, runIn } from "../helpers/metrics-registry.ts";
import { runCli } from "../helpers/run-cli.ts";

const ROWS = [
  { question: "Who?", answer: "You", ideal: "You" },
  { question: "What?", answer: "Nothing", ideal: ["Something", "Anything"] },
];

/** A judge that gives a mark by the length of what it reads. */
const JUDGE = {
  "completion_fns/j.yaml": "marks: { class: ./marks.ts:Marks }\n",
  "completion_fns/marks.ts": `export class Marks {
  async complete(prompt) {
    const text = typeof prompt === "string" ? prompt : prompt.at(-1).content;
    return { completions: [String(text.length)] };
  }
}
`,
};

describe("answers of the data are scored", () => {
  test("by a metric of one's own, which is one file, and nobody is asked", async () => {
    const root = metricsRegistry(
      { metrics: ["./own.ts:Length", "./own.ts:Right"] },
      { rows: ROWS },
    );

    const { exitCode, stdout, stderr, log, scores } = await runIn(root, ["none", "m"]);

    expect(stderr).toMatch(/^asks +nobody: the data has the answers$/m);
    expect(stdout).toMatch(/^length +5 +± 2 /m);
    expect(stdout).toMatch(/^right +0\.5 +± 0\.5 +0\.0945 to 0\.9055$/m);
    expect(stdout).toMatch(/^by +Length: unit=utf-16\|v=1$/m);
    expect(exitCode).toBe(0);
    expect(log.spec.run_config["signatures"]).toEqual({ Length: "unit=utf-16|v=1" });
    expect(log.report).toMatchObject({
      length: 5,
      "length.count": 2,
      "length.missing": 0,
      "length.std": Math.sqrt(8),
      "length.stderr": 2,
      right: 0.5,
    });
    expect(scores.get(0)).toEqual([
      { metric: "Length", status: "scored", length: 3 },
      { metric: "Right", status: "scored", right: true, reason: "it is there" },
    ]);
    expect(log.events.find(({ type }) => type === "sampling")).toBeUndefined();
  });

  test("a row without an answer is refused with its line before anything else", async () => {
    const rows = [ROWS[0] ?? {}, { question: "Why?", ideal: "So" }];
    const root = metricsRegistry({ metrics: ["./own.ts:Length"] }, { rows });

    const { exitCode, stderr, path } = await runIn(root, ["none", "m"]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("the row has no response, and nobody is asked for one");
    expect(stderr).toContain("m.jsonl:2");
    expect(existsSync(path)).toBe(false);
  });
});

describe("answers of a completion function are scored", () => {
  test("and the row's question is what it is asked", async () => {
    const rows = [{ query: "Ping", history: [["Hello", "Hi"]], reference: "Ping" }];
    const root = metricsRegistry({ metrics: ["./own.ts:Right"] }, { rows });

    const { exitCode, log, scores } = await runIn(root, ["echo", "m"]);

    expect(exitCode).toBe(0);
    expect(scores.get(0)).toMatchObject([{ right: true }]);
    expect(log.events.find(({ type }) => type === "sampling")?.data).toMatchObject({
      prompt: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi" },
        { role: "user", content: "Ping" },
      ],
    });
  });

  test("its own words for an answer in the data are left alone", async () => {
    const root = metricsRegistry({ metrics: ["./own.ts:Right"] }, { rows: ROWS });

    const { log } = await runIn(root, ["constant", "m", "--completion-args", "text=You"]);

    expect(log.report).toMatchObject({ right: 0.5, "right.count": 2 });
  });

  test.each([
    ["reference", { query: "Why?" }, 'no reference, which the metric "Right" needs'],
    ["question", { reference: "So" }, "the row has nothing to ask"],
  ])("a row without a %s is refused with its line", async (_, row, message) => {
    const rows = [{ query: "Who?", reference: "You" }, row];
    const root = metricsRegistry({ metrics: ["./own.ts:Right"] }, { rows });

    const { exitCode, stderr } = await runIn(root, ["echo", "m"]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain("m.jsonl:2");
  });

  test("two columns that may be the same field and differ are both named", async () => {
    const rows = [{ query: "Who?", reference: "You", ideal: "I" }];
    const root = metricsRegistry({ metrics: ["./own.ts:Right"] }, { rows });
    const args = JSON.stringify({ map: { reference: `\${data.ideal}` } });

    const wrong = await runIn(root, ["echo", "m"]);
    const mended = await runIn(root, [
      ...["constant", "m", "--completion-args", "text=I"],
      ...["--extra-eval-params", args],
    ]);

    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toContain('"reference" and "ideal" may both be the reference');
    expect(wrong.stderr).toContain("m.jsonl:1");
    expect(mended.log.report).toMatchObject({ right: 1 });
  });
});

describe("a judge", () => {
  const args = { metrics: ["./own.ts:Judged"], judge: "marks" };

  test("is who the args name, and its verdicts stand beside the scores", async () => {
    const root = metricsRegistry(args, { rows: ROWS, files: JUDGE });

    const { exitCode, stderr, log, path } = await runIn(root, ["none", "m"]);
    const { stdout } = await runCli(["show", path, "--metric", "Judged"], { cwd: root });

    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^asks +marks judges$/m);
    expect(log.report).toMatchObject({ judged: 5 });
    expect(stdout).toMatch(/^m\.dev\.0 {2}scored {2}judged 3$/m);
    expect(stdout).toMatch(/^ {2}reason +the judge said 3$/m);
    expect(stdout).toMatch(/^ {2}asked +You$/m);
    expect(stdout).toMatch(/^ {2}verdict +3$/m);
    expect(stdout).toContain("2 scored, 0 missing, 0 failed");
  });

  test("of --judge wins over that of the args", async () => {
    const files = {
      ...JUDGE,
      "completion_fns/c.yaml": "nine: { class: constant, args: { text: '9' } }\n",
    };
    const root = metricsRegistry(args, { rows: ROWS, files });

    const { log } = await runIn(root, ["none", "m", "--judge", "nine"]);

    expect(log.report).toMatchObject({ judged: 9 });
  });

  test("is one: a list of them is refused before anybody is asked", async () => {
    const root = metricsRegistry(args, { rows: ROWS, files: JUDGE });

    const { exitCode, stderr, path } = await runIn(root, ["none", "m", "--judge", "marks,echo"]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain('one judges, and "marks,echo" are 2');
    expect(stderr).toContain("name one, such as marks");
    expect(existsSync(path)).toBe(false);
  });

  test("that nobody names is asked for before the run, with the line of who needs it", async () => {
    const root = metricsRegistry({ metrics: ["./own.ts:Judged"] }, { rows: ROWS });

    const { exitCode, stderr } = await runIn(root, ["none", "m"]);

    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/where: .*m\.yaml:2$/m);
    expect(stderr).toContain('the metric "Judged" needs a judge, and nobody is named');
    expect(stderr).toContain("--judge");
  });
});

describe("what is not defined", () => {
  test("is in no mean, and how often is shown beside it", async () => {
    const rows = ["2", "4", "six"].map((answer) => ({ answer }));
    const root = metricsRegistry({ metrics: ["./own.ts:Half"] }, { rows });

    const { exitCode, stdout, log, scores } = await runIn(root, ["none", "m"]);

    expect(exitCode).toBe(0);
    expect(log.report).toMatchObject({ half: 1.5, "half.count": 2, "half.missing": 1 });
    expect(stdout).toMatch(/^metric +value +std\. error +95 % interval +missing$/m);
    expect(stdout).toMatch(/^half +1\.5 .* 1 of 3$/m);
    expect(scores.get(2)).toEqual([{ metric: "Half", status: "missing", half: null }]);
  });

  test("for any sample has no value, and the exit code is 1", async () => {
    const rows = [{ answer: "one" }, { answer: "two" }];
    const metrics = ["./own.ts:Half", "./own.ts:Length"];
    const root = metricsRegistry({ metrics }, { rows });

    const { exitCode, stdout, log } = await runIn(root, ["none", "m"]);

    expect(log.report).toMatchObject({ half: null, "half.count": 0, "half.missing": 2 });
    expect(stdout).toMatch(/^half +n\/a/m);
    expect(exitCode).toBe(1);
  });

  test("is what a gate may count", async () => {
    const rows = [{ answer: "2" }, { answer: "two" }];
    const root = metricsRegistry({ metrics: ["./own.ts:Half"] }, { rows });

    const { exitCode } = await runIn(root, ["none", "m", "--gate", "half.missing <= 0"]);

    expect(exitCode).toBe(1);
  });
});

test("R73: a metric that throws is missing with its reason, and takes no other with it", async () => {
  const rows = ["A", "B", "C"].map((answer) => ({ answer }));
  const metrics = ["./own.ts:Breaks", "./own.ts:Length"];
  const root = metricsRegistry({ metrics }, { rows });

  const { exitCode, stdout, log, scores } = await runIn(root, ["none", "m"]);

  expect(exitCode).toBe(0);
  expect(log.report).toMatchObject({
    breaks: 1,
    "breaks.count": 2,
    "breaks.missing": 1,
    "Breaks.failed": 1,
    "length.count": 3,
    "samples/errors": 0,
  });
  expect(stdout).toMatch(/^breaks +1 .* 1 of 3$/m);
  expect(scores.get(1)).toMatchObject([
    {
      metric: "Breaks",
      status: "failed",
      reason: "B is too much for me",
      details: { error: "TypeError", stack: expect.stringContaining("own.ts") },
    },
    { metric: "Length", length: 1 },
  ]);
});

test("a metric that fails is told of at once, with the line of its code", async () => {
  const rows = ["A", "B", "B"].map((answer) => ({ answer }));
  const root = metricsRegistry({ metrics: ["./own.ts:Breaks"] }, { rows });

  const { stderr } = await runIn(root, ["none", "m"]);

  expect(stderr).toMatch(
    /^warning: "Breaks" failed: B is too much for me \(own\.ts:\d+\);.* oaieval show LOG --metric Breaks$/m,
  );
  expect(stderr.match(/too much/g)).toHaveLength(1);
});

test("samples that a metric failed on are listed by show, each with the reason", async () => {
  const rows = ["A", "B", "C"].map((answer) => ({ answer }));
  const root = metricsRegistry({ metrics: ["./own.ts:Breaks", "./own.ts:Length"] }, { rows });
  const { path } = await runIn(root, ["none", "m"]);

  const { stdout } = await runCli(["show", path], { cwd: root });

  expect(stdout).toMatch(/^✗ m\.dev\.1$/m);
  expect(stdout).toMatch(/^ {2}failed +Breaks: B is too much for me$/m);
  expect(stdout).toMatch(/^1 of 3 has a metric that failed$/m);
  expect(stdout).not.toContain("m.dev.0");
});

test("data without a row is said to have no samples", async () => {
  const root = metricsRegistry({ metrics: ["./own.ts:Length"] }, { rows: [] });

  const { exitCode, stdout } = await runIn(root, ["none", "m"]);

  expect(exitCode).toBe(1);
  expect(stdout).toContain("no samples: nothing was measured");
});

/** A metric whose `score` gives back what the test says. */
const giving = (value: string) => ({
  "evals/gives.ts": `import { Metric } from "oaieval";
export class Gives extends Metric { score() { return ${value}; } }
`,
});

test.each([
  ["nothing", "undefined", "score gives back nothing"],
  ["a number alone", "0.5", "score gives back 0.5"],
  ["no scores", "{ score: 1 }", "score gives back scores that are nothing"],
  ["a word for a score", '{ scores: { own: "high" } }', 'the score "own" is "high"'],
])(
  "R73: a metric that gives back %s fails, and the message says what to give",
  async (_, value, message) => {
    const metrics = ["./gives.ts:Gives", "length"];
    const root = metricsRegistry({ metrics }, { rows: [{ answer: "A" }], files: giving(value) });

    const { exitCode, stderr, log } = await runIn(root, ["none", "m"]);

    expect(exitCode).toBe(1);
    expect(stderr).toContain(message);
    expect(log.report).toMatchObject({ Gives: null, "Gives.failed": 1, "length-characters": 1 });
  },
);

test.each(["NaN", "Infinity"])(
  "a score of %s is not defined, and the log says why",
  async (value) => {
    const files = giving(`{ scores: { own: ${value} } }`);
    const root = metricsRegistry(
      { metrics: ["./gives.ts:Gives"] },
      { rows: [{ answer: "A" }], files },
    );

    const { scores } = await runIn(root, ["none", "m"]);

    expect(scores.get(0)).toEqual([
      { metric: "Gives", status: "missing", own: null, reason: `"own" is ${value}` },
    ]);
  },
);

test("a metric that cannot summarize has no figure, and takes no other with it", async () => {
  const files = {
    "evals/sums.ts": `import { Metric } from "oaieval";
export class Sums extends Metric {
  score() { return { scores: { sums: 1 } }; }
  summarize() { throw new TypeError("no sums"); }
}
`,
  };
  const metrics = ["./sums.ts:Sums", "length"];
  const root = metricsRegistry({ metrics }, { rows: [{ answer: "A" }, { answer: "BCD" }], files });

  const { exitCode, stderr, stdout, log } = await runIn(root, ["none", "m"]);

  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/"Sums" cannot summarize .*: TypeError: no sums \(sums\.ts:4\)$/m);
  expect(stdout).toMatch(/^Sums +n\/a .*2 of 2, 2 failed$/m);
  expect(log.report).toMatchObject({ Sums: null, "length-characters": 2 });
});

test("what answers are held against is in the log, and everywhere that lists its samples", async () => {
  const root = metricsRegistry({ metrics: ["./own.ts:Right"] }, { rows: ROWS });

  const { path } = await runIn(root, ["echo", "m", "--out", "out", "--csv", "run.csv"]);
  const shown = await runCli(["show", path, "--all"], { cwd: root });
  await runCli(["show", path, "--metric", "Right", "--csv", "shown.csv"], { cwd: root });

  const lines = readFileSync(join(root, "out/outputs.jsonl"), "utf8").trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).reference)).toEqual(
    expect.arrayContaining(["You", ["Something", "Anything"]]),
  );
  expect(shown.stdout).toMatch(/^ {2}expected +You$/m);
  expect(readFileSync(join(root, "run.csv"), "utf8")).toMatch(/Who\?.*,Who\?,You,/);
  expect(readFileSync(join(root, "shown.csv"), "utf8")).toBe(
    readFileSync(join(root, "run.csv"), "utf8"),
  );
});

test("what --out writes is data that can be scored again", async () => {
  const root = metricsRegistry({ metrics: ["./own.ts:Right"] }, { rows: ROWS });
  await runIn(root, ["none", "m", "--out", "out"], { log: "first" });
  const args = JSON.stringify({ samples_jsonl: join(root, "out/outputs.jsonl") });

  const again = await runIn(root, ["none", "m", "--extra-eval-params", args]);

  expect(again.log.report).toMatchObject({ right: 0.5, "right.count": 2 });
});

test("two metrics with the same key end the run, and both are named", async () => {
  const metrics = ["./own.ts:Length", { class: "./own.ts:Length", args: {} }];
  const root = metricsRegistry({ metrics }, { rows: ROWS });

  const { exitCode, stderr } = await runIn(root, ["none", "m"]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain('"Length" and "Length-2" both have a score "length"');
  expect(stderr).toMatch(/where: .*m\.yaml:2$/m);
});

describe("R115: answers of a log are scored without asking again", () => {
  const rows = ["A", "B", "C", "D"].map((ideal) => ({ input: `Say ${ideal}`, ideal }));

  test("by --run, over the samples that were chosen then", async () => {
    const root = metricsRegistry({ metrics: ["./own.ts:Right"] }, { rows });
    const first = await runIn(root, ["oracle", "m", "--max-samples", "2"], { log: "first" });
    const before = readFileSync(first.path, "utf8");

    const run = await runIn(root, ["none", "m", "--run", "first.jsonl"]);

    expect(run.exitCode).toBe(0);
    expect(run.stderr).toMatch(/^answers +first\.jsonl$/m);
    expect(run.log.report).toMatchObject({ right: 1, "right.count": 2, "samples/total": 2 });
    expect([...run.scores.keys()].sort()).toEqual([...first.scores.keys()].sort());
    expect(run.log.spec.run_config).toMatchObject({
      scored_from: { path: first.path, run_id: first.log.spec.run_id },
    });
    expect(run.log.events.filter(({ type }) => type === "sampling")).toEqual([]);
    expect(readFileSync(first.path, "utf8")).toBe(before);
  });

  test("by score --metrics, whatever eval the log is of", async () => {
    const root = metricsRegistry(
      { metrics: ["./own.ts:Right"] },
      {
        rows,
        files: {
          "evals/t.yaml":
            "t: { id: t.dev.v0 }\nt.dev.v0: { class: match, args: { samples_jsonl: m.jsonl } }\n",
          "metrics/r.yaml": "fits: { class: ../evals/own.ts:Right, description: It fits. }\n",
        },
      },
    );
    await runIn(root, ["constant", "t", "--completion-args", "text=A"], { log: "first" });

    const argv = ["score", "first.jsonl", "--metrics", "fits,./evals/own.ts:Length"];
    const { exitCode, stdout, log } = await runIn(root, argv);

    expect(exitCode).toBe(0);
    expect(log.report).toMatchObject({ right: 0.25, length: 1 });
    expect(log.spec.completion_fns).toEqual(["constant"]);
    expect(stdout).toMatch(/^length +1 /m);
  });

  test("of openai/evals too, with data that a registry of today has", async () => {
    const root = metricsRegistry({ metrics: ["./own.ts:Right"] }, { rows });
    const config = {
      completion_fns: ["gpt-4"],
      eval_spec: {
        cls: "evals.elsuite.basic.match:Match",
        registry_path: "/nowhere",
        args: { samples_jsonl: "m.jsonl" },
        key: "old.dev.v0",
        group: "old",
      },
      seed: 1,
      max_samples: null,
      command: "oaieval gpt-4 old",
      initial_settings: { visible: true },
    };
    const names = { eval_name: "old.dev.v0", base_eval: "old", split: "dev", run_id: "R" };
    const event = (index: number, sampled: string) => ({
      run_id: "R",
      event_id: index,
      sample_id: `old.dev.${index}`,
      type: "sampling",
      data: { prompt: "Say it", sampled: [sampled] },
    });
    const lines = [
      { spec: { completion_fns: ["gpt-4"], ...names, run_config: config } },
      ...["A", "X", "C", "D"].map((text, index) => event(index, text)),
      { final_report: { accuracy: 0.75 } },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    writeFileSync(join(root, "old.jsonl"), text);

    const argv = ["score", "old.jsonl", "--metrics", "./evals/own.ts:Right"];
    const { exitCode, log } = await runIn(root, argv);

    expect(exitCode).toBe(0);
    expect(log.report).toMatchObject({ right: 0.75, "right.count": 4 });
    expect(log.spec.completion_fns).toEqual(["gpt-4"]);
  });

  test("by a judge, who alone is asked", async () => {
    const root = metricsRegistry({ metrics: ["./own.ts:Right"] }, { rows, files: JUDGE });
    await runIn(root, ["oracle", "m"], { log: "first" });

    const argv = ["score", "first.jsonl", "--metrics", "./evals/own.ts:Judged"];
    const { exitCode, log } = await runIn(root, [...argv, "--judge", "marks"]);

    expect(exitCode).toBe(0);
    expect(log.report).toMatchObject({ judged: 1, "judged.count": 4 });
    const calls = log.events.filter(({ type }) => type === "sampling");
    expect(calls.map(({ data }) => Object(data).purpose)).toEqual(Array(4).fill("judge"));
  });

  test("of answers in JSON, whose fields are columns", async () => {
    const files = {
      "completion_fns/rag.yaml": "rag: { class: ./rag.ts:Rag }\n",
      "completion_fns/rag.ts": `export class Rag {
  async complete() {
    return { completions: [JSON.stringify({ text: "A", passages: ["One"] })] };
  }
}
`,
    };
    const map = {
      response: `\${run.outputs.text}`,
      contexts: `\${run.outputs.passages}`,
      reference: `\${data.ideal}`,
    };
    const metrics = ["./own.ts:Right", "./own.ts:Seen"];
    const root = metricsRegistry({ metrics, map }, { rows, files });
    const live = await runIn(root, ["rag", "m"], { log: "live" });
    const later = await runIn(root, ["none", "m", "--run", "live.jsonl"]);

    for (const { exitCode, log, scores } of [live, later]) {
      expect(exitCode).toBe(0);
      expect(log.report).toMatchObject({ right: 0.25, "right.count": 4 });
      expect(scores.get(0)?.[1]).toMatchObject({ details: { response: "A", contexts: ["One"] } });
    }
  });

  test("an output that is not there is the error of its sample", async () => {
    const map = { response: `\${run.outputs.text}` };
    const root = metricsRegistry({ metrics: ["./own.ts:Length"], map }, { rows });

    const { exitCode, log } = await runIn(root, ["echo", "m", "--max-samples", "1"]);

    expect(exitCode).toBe(1);
    expect(log.report).toMatchObject({ "samples/errors": 1 });
    expect(log.events.find(({ type }) => type === "error")?.data).toMatchObject({
      type: "DataError",
      message: 'the run\'s outputs have no "text"',
    });
  });

  test("a sample that failed then is an error now", async () => {
    const root = metricsRegistry({ metrics: ["./own.ts:Right"] }, { rows });
    const first = await runIn(root, ["oracle", "m"], { log: "first" });
    const lines = readFileSync(first.path, "utf8").trim().split("\n");
    const failed = { ...JSON.parse(lines[1] ?? ""), type: "error" };
    const sample = failed.sample_id as string;
    const others = lines.filter((line) => !line.includes(`"${sample}"`));
    const text = [...others, JSON.stringify({ ...failed, data: { type: "E", message: "broke" } })];
    writeFileSync(first.path, `${text.join("\n")}\n`);

    const { exitCode, log } = await runIn(root, ["none", "m", "--run", "first.jsonl"]);

    expect(exitCode).toBe(1);
    expect(log.report).toMatchObject({ "right.count": 3, "samples/errors": 1 });
    expect(log.events.find(({ type }) => type === "error")?.data).toMatchObject({
      message: expect.stringContaining("it failed then, E: broke"),
    });
  });
});

test("--out writes the report and a line for each sample", async () => {
  const root = metricsRegistry({ metrics: ["./own.ts:Right"] }, { rows: ROWS });

  const { log } = await runIn(root, ["none", "m", "--out", "results"]);

  const read = (name: string) => readFileSync(join(root, "results", name), "utf8");
  expect(JSON.parse(read("metrics.json"))).toEqual(log.report);
  const lines = read("outputs.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(2);
  expect(lines).toContainEqual({
    sample_id: "m.dev.0",
    prompt: [{ role: "user", content: "Who?" }],
    response: "You",
    reference: "You",
    scores: { right: true },
    metrics: [{ metric: "Right", status: "scored", reason: "it is there" }],
    error: null,
  });
});

describe("the metrics of a registry", () => {
  const files = {
    "metrics/own.yaml": [
      "mine: { class: ./fine.ts:Fine, description: It is fine. }",
      "marked: { class: ./fine.ts:Marked }",
      "near: { class: embedding-similarity }",
    ].join("\n"),
    "metrics/fine.ts": `import { Metric } from "oaieval";
export class Fine extends Metric { score() { return { scores: { fine: 1 } }; } }
export class Marked extends Fine { get needs() { return ["judge"]; } }
`,
  };

  test("are listed with what each needs", async () => {
    const root = metricsRegistry({ metrics: ["mine"] }, { rows: ROWS, files });

    const { stdout } = await runCli(["list", "metrics", "--registry-path", root], { cwd: root });

    expect(stdout).toMatch(/^mine +\.\/fine\.ts:Fine +nothing +It is fine\.$/m);
    expect(stdout).toMatch(/^marked +\.\/fine\.ts:Marked +a judge$/m);
    expect(stdout).toMatch(/^near +embedding-similarity +embeddings$/m);
    expect(stdout).toMatch(/^answer-relevancy +answer-relevancy +a judge +\w/m);
  });

  test("are named in evals, alone or with args over their own", async () => {
    const metrics = ["mine", { near: {} }];
    const root = metricsRegistry({ metrics: metrics.slice(0, 1) }, { rows: ROWS, files });

    const { log } = await runIn(root, ["none", "m"]);

    expect(log.report).toMatchObject({ fine: 1 });
    expect(log.spec.run_config["entries"]).toHaveProperty("metrics/mine");
  });

  test.each([
    ["a class that is not there", "wrong: { class: no-such }", 'no built-in class "no-such"'],
    ["an argument that is not known", "wrong: { class: substring-match, args: { x: 1 } }", '"x"'],
    ["a field that nothing reads", "wrong: { class: substring-match, arg: {} }", '"arg"'],
  ])("are checked: %s", async (_, entry, message) => {
    const root = metricsRegistry(
      { metrics: ["./own.ts:Length"] },
      { rows: ROWS, files: { "metrics/w.yaml": entry } },
    );

    const argv = ["check", "--strict", "--registry-path", root];
    const { exitCode, stdout } = await runCli(argv, { cwd: root });

    expect(exitCode).toBe(1);
    expect(stdout).toContain("wrong");
    expect(stdout).toContain(message);
    expect(stdout).toContain("w.yaml:1");
  });

  test("a name that nothing has is refused with the near one", async () => {
    const root = metricsRegistry({ metrics: ["substring-mach"] }, { rows: ROWS });

    const { exitCode, stderr } = await runIn(root, ["none", "m"]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain('there is no metric "substring-mach" in the registry');
    expect(stderr).toContain('did you mean "substring-match"');
  });

  test("a check needs neither a judge nor a key, nor whoever answers", async () => {
    const metrics = ["marked", "near", "./own.ts:Right"];
    const args = { metrics, embedding: "text-embedding-3-small" };
    const root = metricsRegistry(args, { rows: ROWS, files });

    const { exitCode, stdout } = await runCli(["check", "m", "--registry-path", root], {
      cwd: root,
    });

    expect(stdout).toMatch(/^ok +m\.dev\.v0 +2 rows$/m);
    expect(exitCode).toBe(0);
  });
});

test("the log of a run without metrics says how to add them", async () => {
  const root = metricsRegistry({ metrics: ["./own.ts:Length"] }, { rows: ROWS });
  const { path } = await runIn(root, ["none", "m"]);

  const { exitCode, stderr } = await runCli(["show", path, "--metric", "Lenght"], { cwd: root });

  expect(exitCode).toBe(2);
  expect(stderr).toContain('the log has no metric "Lenght"');
  expect(stderr).toContain('did you mean "Length"');
});

test("samples that belong together have a clustered error", async () => {
  const rows = [
    { answer: "2", text: "one" },
    { answer: "2", text: "one" },
    { answer: "6", text: "two" },
    { answer: "6", text: "two" },
  ];
  const root = metricsRegistry({ metrics: ["./own.ts:Half"] }, { rows });

  const { log } = await runIn(root, ["none", "m", "--cluster-by", "text"]);

  // Two clusters whose sums are 2 below and above what their means come to: sqrt(2 * (4 + 4)) / 4.
  expect(log.report).toMatchObject({ half: 2, "half.stderr": 1 });
});

test("repeats of a sample make one score, key by key", async () => {
  const rows = [{ query: "Who?", reference: "A" }];
  const files = {
    "completion_fns/s.yaml": "turns: { class: ./turns.ts:Turns }\n",
    "completion_fns/turns.ts": `export class Turns {
  async complete(prompt, params, { repeat }) {
    return { completions: [["A", "BBB", "A", "A"][repeat]] };
  }
}
`,
  };
  const metrics = ["./own.ts:Right", "./own.ts:Length"];
  const root = metricsRegistry({ metrics }, { rows, files });

  const mean = await runIn(root, ["turns", "m", "--repeats", "4"], { log: "mean" });
  const second = await runIn(root, ["none", "m", "--run", "mean.jsonl", "--repeat", "1"]);
  const majority = await runIn(root, ["turns", "m", "--repeats", "4", "--reducer", "majority"], {
    log: "majority",
  });

  expect(mean.log.report).toMatchObject({ right: 0.75, length: 1.5, "right.count": 1 });
  expect(second.log.report).toMatchObject({ right: 0, length: 3 });
  expect(majority.log.report).toMatchObject({ right: 1, length: 1, "length.count": 1 });
});

test("a gate that is not met names the samples that are worst", async () => {
  const rows = ["2", "8", "4", "two"].map((answer) => ({ answer }));
  const root = metricsRegistry({ metrics: ["./own.ts:Half"] }, { rows });

  const { exitCode, stdout } = await runIn(root, ["none", "m", "--gate", "half >= 3"]);

  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/half.*m\.dev\.0, m\.dev\.2/s);
});

test("R112: a run that was cut short goes on to the figures of a whole one", async () => {
  const rows = ["A", "B", "C", "D"].map((ideal) => ({ input: ideal, ideal }));
  const root = metricsRegistry({ metrics: ["./own.ts:Right", "./own.ts:Length"] }, { rows });
  const whole = await runIn(root, ["echo", "m"], { log: "whole" });
  const lines = readFileSync(whole.path, "utf8").trim().split("\n");
  const path = join(root, "cut.jsonl");
  writeFileSync(path, `${lines.slice(0, 9).join("\n")}\n`); // the spec and two samples of four events

  const { exitCode } = await runCli(["resume", path], { cwd: root });

  expect(exitCode).toBe(0);
  const { report } = logLines(path);
  expect(report).toMatchObject({ right: 1, "right.count": 4, length: 1, "samples/scored": 4 });
});

test("flexeval's names and words are understood, and `templates` is another word for metrics", async () => {
  const templates = [
    { class_path: "SubstringMatch", init_args: { mode: "all" } },
    { "substring-match": { mode: "any", metric_key: "some" } },
    "OutputLengthStats",
  ];
  const root = metricsRegistry({ templates }, { rows: ROWS });

  const { exitCode, log } = await runIn(root, ["none", "m"]);

  expect(exitCode).toBe(0);
  expect(log.report).toMatchObject({ "substring_match-all": 0.5, some: 0.5, max_output_length: 7 });
});

test.each([
  ["both words", { metrics: ["char-f1"], templates: ["char-f1"] }, "both metrics and templates"],
  ["the same twice", { metrics: ["char-f1", "char-f1"] }, 'have "char-f1" twice'],
  ["neither", {}, '"m.dev.v0" names no metrics'],
  ["what is no metric", { metrics: [{ a: {}, b: {} }] }, "this names no metric"],
])("%s is refused", async (_, args, message) => {
  const root = metricsRegistry(args, { rows: ROWS });

  const { exitCode, stderr } = await runIn(root, ["none", "m"]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
});

test("--run with an eval of another class is refused", async () => {
  const files = {
    "evals/t.yaml":
      "t: { id: t.dev.v0 }\nt.dev.v0: { class: match, args: { samples_jsonl: m.jsonl } }\n",
  };
  const rows = [{ input: "A", ideal: "A" }];
  const root = metricsRegistry({ metrics: ["./own.ts:Right"] }, { rows, files });
  await runIn(root, ["echo", "m"], { log: "first" });

  const { exitCode, stderr } = await runIn(root, ["none", "t", "--run", "first.jsonl"]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain('"t.dev.v0" cannot score the answers of a run');
  expect(stderr).toContain("oaieval score");
});

test("other evals ask, and the completion function none says that it has no answers", async () => {
  const files = {
    "evals/t.yaml":
      "t: { id: t.dev.v0 }\nt.dev.v0: { class: match, args: { samples_jsonl: m.jsonl } }\n",
  };
  const root = metricsRegistry({ metrics: [] }, { rows: [{ input: "A", ideal: "A" }], files });

  const { exitCode, stderr } = await runIn(root, ["none", "t"]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain('the completion function "none" has none');
});

test("an eval without metrics measures nothing, and says so", async () => {
  const root = metricsRegistry({ metrics: [] }, { rows: ROWS });

  const { exitCode, stdout } = await runIn(root, ["none", "m"]);

  expect(exitCode).toBe(1);
  expect(stdout).toContain("no metrics: nothing was measured");
});

test("routes score parts of the data by metrics of their own", async () => {
  const rows = [
    { prompt: "Capital of France?", answer: "Paris", task: "qa" },
    { prompt: "Capital of Italy?", answer: "Rome", task: "qa" },
    { prompt: "Say something.", answer: "", task: "open" },
  ];
  const routes = [
    { name: "qa", where: { task: "qa" }, metrics: [{ class: "ExactMatch" }] },
    { name: "open", where: { task: "open" }, metrics: ["OutputLengthStats"] },
  ];
  const args = {
    input_template: "{{ prompt }}",
    reference_template: "{{ answer }}",
    metrics: [{ class: "QueryRoutedMetric", args: { routes } }],
  };
  const root = metricsRegistry(args, { rows });

  const { exitCode, log } = await runIn(root, [
    ...["constant", "m", "--completion-args", "text=Paris"],
  ]);

  expect(exitCode).toBe(0);
  expect(log.report).toMatchObject({ "qa/exact_match": 0.5, "open/avg_output_length": 5 });
});

test("metrics are named on the command line too", async () => {
  const root = metricsRegistry({ metrics: ["./own.ts:Length"] }, { rows: ROWS });
  const params = "metrics=char-f1,chrf";

  const wrong = await runIn(root, ["none", "m", "--extra-eval-params", params]);
  const one = await runIn(root, ["none", "m", "--extra-eval-params", "metrics=char-f1"]);
  const two = await runIn(root, [
    ...["none", "m", "--extra-eval-params", '{"metrics": "char-f1, chrf"}'],
  ]);

  expect(wrong.exitCode).toBe(2); // a comma parts two params there
  expect(one.log.report).toMatchObject({ "char_f1.count": 2 });
  expect(two.log.report).toMatchObject({ "char_f1.count": 2, "chrf.count": 2 });
});
