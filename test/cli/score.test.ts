import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { logLines } from "../helpers/log-lines.ts";
import { runCli } from "../helpers/run-cli.ts";
import { stubEndpoint } from "../helpers/stub-endpoint.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";
import { questions, tinyRegistry } from "../helpers/tiny-registry.ts";

const JUDGED = {
  "modelgraded/fine.yaml":
    'fine: { prompt: "Is {completion} fine?", choice_strings: [Y, N], choice_scores: { Y: 1, N: 0 }, eval_type: classify, input_outputs: { input: completion } }\n',
  "evals/judged.yaml": `judged: { id: judged.dev.v0 }
judged.dev.v0: { class: model-graded, args: { samples_jsonl: tiny.jsonl, modelgraded_spec: fine } }\n`,
};

/** A registry with a log of an endpoint that answers `a` to everything. */
async function answeredRun(name = "t-match", argv: readonly string[] = []) {
  const root = tinyRegistry({ files: JUDGED });
  const log = join(root, "log.jsonl");
  const server = await stubEndpoint("a");
  const flags = ["--registry_path", root, "--record_path", log, ...argv];
  const first = await runCli(["gpt-4o", name, ...flags], { cwd: root });
  return { root, log, server, first };
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

describe("R115: a log is judged again without a call", () => {
  test("by another eval", async () => {
    const { root, log, server, first } = await answeredRun();
    const before = readFileSync(log, "utf8");
    const asked = server.requests.length;
    expect(first.stdout).toMatch(/^accuracy +0 /m);
    const record = ["--record-path", join(root, "scores.jsonl")];

    const { exitCode, stdout, stderr } = await runCli(
      ["score", "log.jsonl", "--eval", "t-fuzzy", ...record],
      { cwd: root },
    );

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^accuracy +1 /m);
    expect(stderr).toMatch(
      /^eval {5}t-fuzzy → t-fuzzy\.dev\.v0\nanswers {2}log\.jsonl\nby {7}gpt-4o$/m,
    );
    expect(server.requests).toHaveLength(asked);
    expect(readFileSync(log, "utf8")).toBe(before);
    expect(logLines(join(root, "scores.jsonl")).spec.run_config).toMatchObject({
      scored_from: { path: log, run_id: logLines(log).spec.run_id },
    });
  });

  test("by other args, beside those of its run", async () => {
    const { root, log } = await answeredRun("t-match", ["--max-samples", "3"]);
    const record = join(root, "scores.jsonl");

    const { exitCode } = await runCli([
      ...["score", log, "--extra-eval-params", "reverse=true", "--record-path", record],
      ...["--gate", "samples <= 3"],
    ]);

    const { spec, report } = logLines(record);
    expect(exitCode).toBeLessThan(2);
    expect(spec.run_config).toMatchObject({
      max_samples: 3,
      eval_spec: { args: { samples_jsonl: "tiny.jsonl", reverse: true } },
    });
    expect(report).toMatchObject({ "samples/total": 3, "samples/scored": 3, "run/requests": 0 });
  });

  test("after an ideal was mended in the data", async () => {
    const { root, log } = await answeredRun();
    edit(join(root, "data/tiny.jsonl"), (text) => text.replace('"ideal":"A"', '"ideal":"a"'));

    const { stdout, exitCode } = await runCli(["score", log, "--record-path", `${log}.scores`]);

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^accuracy +0\.25 /m);
    expect(stdout).toContain("4 of 4 scored");
  });

  test("after its entry was changed", async () => {
    const { root, log } = await answeredRun();
    edit(join(root, "evals/tiny.yaml"), (text) =>
      text.replace("class: match", "class: fuzzy-match"),
    );

    const { stdout } = await runCli(["score", log, "--record-path", `${log}.scores`]);

    expect(stdout).toMatch(/^accuracy +1 /m);
  });
});

test("what is named now starts from here, what the log names from where its run was begun", async () => {
  const root = tinyRegistry();
  await runCli(["oracle", "t-match", "--registry_path", ".", "--record_path", "log.jsonl"], {
    cwd: root,
  });
  const elsewhere = tempRegistry({
    "mended.jsonl":
      '{"input": "Question 0?", "ideal": "B"}\n{"input": "Question 1?", "ideal": "A"}\n',
    "mine.mjs": `import { Eval } from "oaieval";
      export class Mine extends Eval {
        async evalSample({ input, ideal }, ctx) {
          const { text } = await ctx.complete(input);
          ctx.record.match(text === ideal, { picked: text });
        }
      }`,
  });
  const record = ["--extra-eval-params", "samples_jsonl=mended.jsonl", "--record-path"];
  const log = join(root, "log.jsonl");
  const here = { cwd: elsewhere };

  const same = await runCli(["score", log, ...record, "a.jsonl"], here);
  const other = await runCli(
    ["score", log, "--eval", "./mine.mjs:Mine", ...record, "b.jsonl"],
    here,
  );

  expect(same).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^accuracy +0\.5 /m) });
  expect(other).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^accuracy +0\.5 /m) });
  expect(existsSync(join(elsewhere, "b.jsonl"))).toBe(true);
});

describe("a judge", () => {
  test("of another name judges anew; the function under test is not asked", async () => {
    const { log, server, root } = await answeredRun("judged", ["--judge", "constant"]);
    const asked = server.requests.length;
    const record = join(root, "scores.jsonl");
    const judge = ["--judge", "constant", "--completion-args", "constant:text=Y"];

    const { exitCode, stdout } = await runCli(["score", log, ...judge, "--record-path", record]);

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^score +1 /m);
    expect(server.requests).toHaveLength(asked);
    const samplings = logLines(record).events.filter(({ type }) => type === "sampling");
    expect(samplings.map(({ data }) => Object(data))).toEqual(
      Array(4)
        .fill([
          expect.objectContaining({ sampled: ["a"], cached: true }),
          expect.objectContaining({ sampled: ["Y"], purpose: "judge" }),
        ])
        .flat(),
    );
  });

  test("that is not named is that of the log, asked anew", async () => {
    const { log, server } = await answeredRun("judged");
    expect(server.requests).toHaveLength(8);

    await runCli(["score", log, "--record-path", `${log}.scores`]);

    const prompts = server.requests.slice(8).map(({ body }) => body.messages[0].content);
    expect(prompts).toEqual(Array(4).fill("Is a fine?"));
  });

  test("without its key is missed when it is asked", async () => {
    const { log } = await answeredRun("judged", [
      "--completion-args",
      "api_key=sk-canary-12345678",
    ]);

    const { exitCode, stderr } = await runCli(["score", log, "--record-path", `${log}.scores`]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("--completion-args had a secret, which the log does not hold");
    expect(existsSync(`${log}.scores`)).toBe(false);
  });
});

test("an eval without a judge needs no secret of the log's run", async () => {
  const { log } = await answeredRun("t-match", ["--completion-args", "api_key=sk-canary-12345678"]);

  const { exitCode } = await runCli(["score", log, "--record-path", `${log}.scores`]);

  expect(exitCode).toBe(0);
});

describe("a log of openai/evals", () => {
  /** As its threads write it: events mixed, the report first, no hash of the data. */
  function foreignLog(root: string): string {
    const path = join(root, "foreign.jsonl");
    const common = {
      run_id: "2304R",
      created_by: "",
      created_at: "2023-04-01 10:00:00.000000+00:00",
    };
    const event = (index: number, type: string, data: object) => ({
      ...{ ...common, sample_id: `t-match.dev.${index}`, type, data },
    });
    const asked = (index: number) => [{ role: "system", content: `Question ${index}?` }];
    const lines = [
      {
        spec: {
          ...{
            completion_fns: ["gpt-3.5-turbo"],
            eval_name: "t-match.dev.v0",
            base_eval: "t-match",
          },
          ...{ split: "dev", created_by: "", run_id: "2304R", created_at: "2023-04-01 09:00:00.0" },
          run_config: {
            completion_fns: ["gpt-3.5-turbo"],
            eval_spec: {
              ...{ cls: "evals.elsuite.basic.match:Match", registry_path: "/x", group: "t" },
              ...{ key: "t-match.dev.v0", args: { samples_jsonl: "tiny.jsonl" } },
            },
            ...{ seed: 20220722, max_samples: null, command: "oaieval gpt-3.5-turbo t-match" },
            initial_settings: { visible: true },
          },
        },
      },
      { final_report: { accuracy: 0.5, boostrap_std: 0.2 } },
      event(0, "sampling", { prompt: asked(0), sampled: "A" }),
      event(1, "sampling", { prompt: asked(1), sampled: ["a"] }),
      event(1, "match", { correct: false }),
      event(2, "sampling", { prompt: asked(7), sampled: ["A"] }),
      event(0, "match", { correct: true }),
      event(2, "match", { correct: true }),
    ];
    const numbered = lines.map((line, place) => ({ ...line, event_id: place - 2 }));
    writeFileSync(path, numbered.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return path;
  }

  test("is judged by this program's eval of the same name, question by question", async () => {
    const root = tinyRegistry();
    const log = foreignLog(root);
    const argv = ["--registry-path", root, "--record-path", join(root, "scores.jsonl")];

    const { exitCode, stdout } = await runCli(["score", log, ...argv], { cwd: root });

    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^accuracy +0\.5 /m);
    expect(stdout).toContain("2 of 4 scored · 2 errors");
    expect(stdout).toMatch(
      /t-match\.dev\.2 .*no answer to this question: the data or the eval has/,
    );
    expect(stdout).toMatch(/t-match\.dev\.3 .*the log has no answer for this sample/);
    expect(stdout).not.toContain("go on");
  });

  test("cannot be resumed, and the message leads here", async () => {
    const { exitCode, stderr } = await runCli(["resume", foreignLog(tempRegistry({}))]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("oaieval score LOG");
  });
});

test("scores are not what resume goes on with, nor what a set reads", async () => {
  const root = tinyRegistry();
  const argv = ["--registry-path", root, "--record-path", join(root, "log.jsonl")];
  await runCli(["oracle", "t-match", ...argv], { cwd: root });
  const scores = join(root, "scores.jsonl");
  await runCli(["score", join(root, "log.jsonl"), "--record-path", scores], { cwd: root });

  const { exitCode, stderr } = await runCli(["resume", scores]);

  expect(exitCode).toBe(2);
  expect(stderr).toBe(
    [
      "the log has no run of its own: another log's answers were judged",
      `  where: ${scores}`,
      `  fix:   judge them again: oaieval score ${join(root, "log.jsonl")}`,
      "",
    ].join("\n"),
  );
});

test.each([
  ["an eval that is not known", ["--eval", "t-mach"], 'did you mean "t-match"'],
  ["an argument that is not known", ["--extra-eval-params", "revers=true"], '"revers"'],
  ["a flag that would ask anew", ["--max-samples", "2"], "unknown option '--max-samples'"],
])("%s is refused before anything is written", async (_, flags, message) => {
  const root = tinyRegistry({ rows: questions(2) });
  const log = join(root, "log.jsonl");
  const argv = ["--registry-path", root, "--record-path"];
  await runCli(["oracle", "t-match", ...argv, log], { cwd: root });

  const { exitCode, stderr } = await runCli(["score", log, ...argv, `${log}.2`, ...flags]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(existsSync(`${log}.2`)).toBe(false);
});
