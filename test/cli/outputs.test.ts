import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli } from "../helpers/run-cli.ts";
import { runTiny } from "../helpers/run-tiny.ts";
import { questions, tinyRegistry } from "../helpers/tiny-registry.ts";
import { closedUrl, eventServer } from "../record/event-server.ts";

const ESCAPE = "\u001b[";
const CLEAR_LINE = "\r\u001b[K";

describe("--json", () => {
  test("writes the report, its primary metric first, with what ran and where the log is", async () => {
    const { root } = await runTiny(["oracle", "t-fuzzy", "--json", "out/report.json"]);

    const json = JSON.parse(readFileSync(join(root, "out/report.json"), "utf8"));
    expect(json).toMatchObject({
      eval: "t-fuzzy.dev.v0",
      completion_fns: ["oracle"],
      run_id: expect.stringMatching(/^\d{12}[A-Z2-7]{8}$/),
      primary_metric: "accuracy",
      report: { accuracy: 1, f1_score: 0, "samples/total": 4 },
      log: join(root, "log.jsonl"),
    });
    expect(Object.keys(json.report).slice(0, 4)).toEqual([
      "accuracy",
      "accuracy.stderr",
      "accuracy.ci95_low",
      "accuracy.ci95_high",
    ]);
  });

  test("puts the first of the eval's metrics in front, on the screen as well", async () => {
    const { root, stdout } = await runTiny(["oracle", "by-f1", "--json", "report.json"], {
      files: {
        "evals/by-f1.yaml": `by-f1: { id: by-f1.dev.v0, metrics: [f1_score, accuracy] }
by-f1.dev.v0: { class: fuzzy-match, args: { samples_jsonl: tiny.jsonl } }`,
      },
    });

    const { report } = JSON.parse(readFileSync(join(root, "report.json"), "utf8"));
    expect(Object.keys(report)[0]).toBe("f1_score");
    expect(stdout).toMatch(/^metric.*\nf1_score .*\naccuracy /m);
  });

  test("a first metric that the report lacks is said", async () => {
    const { exitCode, stdout, log } = await runTiny(["oracle", "t"], {
      files: {
        "evals/t.yaml": `t: { id: t.dev.v0, metrics: [elegance] }
t.dev.v0: { class: match, args: { samples_jsonl: tiny.jsonl } }`,
      },
    });

    expect(exitCode).toBe(0);
    expect(stdout).toContain('"elegance" as its first metric, and the report has none');
    expect(log.report).not.toHaveProperty("elegance");
  });
});

describe("--csv", () => {
  test("writes one row per sample", async () => {
    const { root } = await runTiny(["dummy", "t-match", "--csv", "samples.csv"], {
      rows: [{ input: 'Say "hi", please', ideal: "hi" }],
    });

    expect(readFileSync(join(root, "samples.csv"), "utf8")).toBe(
      "sample_id,repeat,prompt,answer,expected,picked,correct,failed,error,why\r\n" +
        't-match.dev.0,,"Say ""hi"", please",This is a dummy response.,hi,,false,true,,' +
        "the answer does not start with any expected value\r\n",
    );
  });

  test.each([
    ["--dry-run"],
    ["--http-run", "--http-run-url=http://127.0.0.1:1/"],
    ["--recorder=./sink.ts:Sink"],
    ["--each"],
  ])("with %s is refused before anything is asked", async (...flags) => {
    const { exitCode, stdout, stderr, root } = await runTiny([
      "dummy",
      "t-match",
      "--csv",
      "samples.csv",
      ...flags,
    ]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("--csv");
    expect(stderr).toContain("fix:");
    expect(stdout).toBe("");
    expect(existsSync(join(root, "samples.csv"))).toBe(false);
  });
});

test.each([["--json"], ["--csv"]])(
  "%s into a place that cannot be written is refused before anything is asked",
  async (flag) => {
    const { exitCode, stdout, stderr, hasLog } = await runTiny([
      ...["dummy", "t-match", flag, "data/tiny.jsonl/report"],
    ]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("the file cannot be written");
    expect(stderr).toContain("data/tiny.jsonl/report");
    expect(stdout).toBe("");
    expect(hasLog).toBe(false);
  },
);

describe("--dry-run", () => {
  test("prints events, writes no file, and asks the model all the same", async () => {
    const { exitCode, stderr, stdout, hasLog, root } = await runTiny([
      ...["oracle", "t-match", "--dry-run"],
    ]);

    const events = stderr.split("\n").filter((line) => line.startsWith("{"));
    expect(exitCode).toBe(0);
    expect(events.map((line) => JSON.parse(line).type).sort()).toEqual([
      ...Array(4).fill("match"),
      ...Array(4).fill("sampling"),
    ]);
    expect(stderr).toContain("dry run: nothing was written");
    expect(stdout).toMatch(/^accuracy +1 /m);
    expect(stdout).not.toContain("log  ");
    expect(hasLog).toBe(false);
    expect(readdirSync(root).sort()).toEqual(["data", "evals"]);
  });

  test("--no-dry-run-logging prints no events", async () => {
    const { stderr } = await runTiny(["oracle", "t-match", "--dry-run", "--no-dry-run-logging"]);

    expect(stderr).not.toContain("{");
    expect(stderr).toContain("dry run: nothing was written");
  });

  test("W45: an eval without metrics can be tried too", async () => {
    const { exitCode } = await runTiny(["oracle", "t", "--dry-run"], {
      files: {
        "evals/t.yaml":
          "t: t.dev.v0\nt.dev.v0: { class: match, args: { samples_jsonl: tiny.jsonl } }",
      },
    });

    expect(exitCode).toBe(0);
  });
});

describe("--http-run", () => {
  test("posts every event and the report, in batches, and leaves no file", async () => {
    const { url, seen, taken } = await eventServer(() => 200);

    const { exitCode, stdout, stderr, hasLog } = await runTiny(
      [...["oracle", "t-match", "--http-run", "--http-run-url", url, "--http-batch-size", "8"]],
      { rows: questions(6) },
    );

    expect(exitCode).toBe(0);
    expect(taken).toHaveLength(6 * 2 + 1);
    expect(seen.every((batch) => batch.length <= 8)).toBe(true);
    expect(taken.at(-1)).toMatchObject({ type: "final_report", data: { accuracy: 1 } });
    expect(stderr).toContain(`events   ${new URL(url).origin}/events`);
    expect(stderr).not.toContain("log  ");
    expect(stdout).toContain(`events   ${new URL(url).origin}/events`);
    expect(stdout).not.toContain("token=t");
    expect(hasLog).toBe(false);
  });

  test("R121: what a server never takes is in a file, which is named, and the exit code is 1", async () => {
    const { url } = await eventServer(() => 400);

    const { exitCode, stdout, log, root } = await runTiny([
      ...["oracle", "t-match", "--http-run", "--http-run-url", url],
    ]);

    expect(exitCode).toBe(1);
    expect(stdout).toContain("could not be delivered");
    expect(stdout).toContain(join(root, "log.jsonl"));
    expect(log.events).toHaveLength(8);
    expect(log.report).toMatchObject({ accuracy: 1 });
  });

  test("needs a URL", async () => {
    const { exitCode, stderr } = await runTiny(["oracle", "t-match", "--http-run"]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("--http-run-url");
  });

  test("wins over a log file, as in openai/evals", async () => {
    const { url, taken } = await eventServer(() => 200);

    const { hasLog } = await runTiny([
      ...["oracle", "t-match", "--local-run", "--http-run", `--http-run-url=${url}`],
    ]);

    expect(taken.length).toBeGreaterThan(0);
    expect(hasLog).toBe(false);
  });

  test("--dry-run wins over it", async () => {
    const { exitCode } = await runTiny([
      ...["oracle", "t-match", "--dry-run", "--http-run", "--http-run-url", await closedUrl()],
    ]);

    expect(exitCode).toBe(0);
  });
});

test("--no-local-run without another place for the events is refused", async () => {
  const { exitCode, stderr, stdout } = await runTiny(["oracle", "t-match", "--no-local-run"]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain("--no-local-run leaves no place for the events");
  expect(stderr).toContain("--recorder ./my-sink.ts:MySink");
  expect(stdout).toBe("");
});

describe("--recorder", () => {
  const SINK = `
import { appendFileSync } from "node:fs";
export class MySink {
  location = "my own place";
  async open(spec) { this.#say("open " + spec.eval_name); }
  async write(events) { this.#say("write " + events.map(({ type }) => type).join("+")); }
  async close(report) { this.#say("close " + report.accuracy); }
  #say(line) { appendFileSync("FOLDER/said.txt", line + "\\n"); }
}
`;

  test("sends events to a class of one's own instead of a log file", async () => {
    const root = tinyRegistry({ rows: questions(2), files: {} });
    const own = tinyRegistry({ files: { "my-sink.ts": SINK.replace("FOLDER", root) } });

    const { exitCode, stdout } = await runCli(
      [...["oracle", "t-match", "--registry_path", root], "--recorder", "./my-sink.ts:MySink"],
      { cwd: own },
    );

    expect(exitCode).toBe(0);
    expect(readFileSync(join(root, "said.txt"), "utf8")).toBe(
      "open t-match.dev.v0\nwrite sampling+match\nwrite sampling+match\nclose 1\n",
    );
    expect(stdout).toContain("events   my own place");
  });

  test.each([
    ["a file that is not there", "./nothing.ts:Sink", "nothing.ts"],
    ["a class that is no recorder", "./not-a-sink.ts:NotASink", '"write"'],
  ])("%s is refused before anything is asked", async (_, reference, message) => {
    const { exitCode, stderr } = await runTiny(["oracle", "t-match", "--recorder", reference], {
      files: { "not-a-sink.ts": "export class NotASink { open() {} }" },
    });

    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});

test("--log_to_file takes the messages off the screen; the report stays", async () => {
  const { stderr, stdout, root } = await runTiny(["oracle", "t-match", "--log_to_file", "m.txt"], {
    rows: [{ input: "q", ideal: "" }],
  });

  const messages = readFileSync(join(root, "m.txt"), "utf8");
  expect(messages).toContain("t-match → t-match.dev.v0");
  expect(messages).toContain("warning: an empty ideal");
  expect(stderr).toBe("");
  expect(stdout).toContain("accuracy");
});

test("--debug shows where a refusal comes from", async () => {
  const argv = ["oracle", "nothing-like-it"];

  expect((await runTiny(argv)).stderr).not.toContain("    at ");
  expect((await runTiny([...argv, "--debug"])).stderr).toContain("    at ");
});

describe("colours", () => {
  test("are for terminals", async () => {
    expect((await runTiny(["oracle", "t-match"], { isTTY: true })).stdout).toContain(ESCAPE);
    expect((await runTiny(["oracle", "t-match"])).stdout).not.toContain(ESCAPE);
  });

  test("NO_COLOR takes them away, and the report is the same", async () => {
    const { stdout } = await runTiny(["oracle", "t-match"], {
      isTTY: true,
      env: { NO_COLOR: "1" },
    });

    expect(stdout).not.toContain(ESCAPE);
    expect(stdout).toMatch(/^accuracy +1 /m);
  });

  test("FORCE_COLOR brings them without a terminal", async () => {
    const { stdout } = await runTiny(["oracle", "t-match"], { env: { FORCE_COLOR: "1" } });

    expect(stdout).toContain(ESCAPE);
  });
});

test("without a terminal there is no bar and nothing moves the cursor", async () => {
  const { stderr, stdout } = await runTiny(["oracle", "t-match"]);

  for (const sign of ["\u001b", "\r", "█"]) expect(stderr + stdout).not.toContain(sign);
});

test("in a terminal nothing is left of the bar", async () => {
  const { stderr } = await runTiny(["oracle", "t-match"], { isTTY: true });

  expect(stderr.endsWith(CLEAR_LINE)).toBe(true);
});

test("in a terminal an error stands on a line of its own, not behind the bar", async () => {
  const { stderr, exitCode } = await runTiny(["./fails.ts:Fails", "t-match"], {
    isTTY: true,
    files: {
      "fails.ts": `import { ConfigError } from "oaieval";
export class Fails { complete() { throw new ConfigError("the moon is down"); } }`,
    },
  });

  expect(exitCode).toBe(2);
  expect(stderr.endsWith(`${CLEAR_LINE}the moon is down\n`)).toBe(true);
});
