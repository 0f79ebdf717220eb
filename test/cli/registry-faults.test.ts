import { expect, onTestFinished, test, vi } from "vitest";
import { runTiny } from "../helpers/run-tiny.ts";
import { stubEndpoint } from "../helpers/stub-endpoint.ts";

test("R26: a mistyped eval gives near names and the folders searched, and no stack", async () => {
  const { exitCode, stderr, root, hasLog } = await runTiny(["dummy", "t-mtach"]);

  expect(exitCode).toBe(2);
  expect(stderr.split("\n")[0]).toBe('there is no eval "t-mtach" in the registry');
  expect(stderr).toContain('did you mean "t-match"');
  expect(stderr).toContain(root);
  expect(stderr).not.toContain("    at ");
  expect(hasLog).toBe(false);
});

test("R28: a broken file that the run does not need stops nothing and is named", async () => {
  const { exitCode, stderr, root } = await runTiny(["oracle", "t-match"], {
    files: { "modelgraded/bad.yaml": "bad:\n  prompt: *x\n" },
  });

  expect(exitCode).toBe(0);
  expect(stderr).toMatch(new RegExp(`warning: .*${root}/modelgraded/bad\\.yaml:2:\\d+`));
});

test.each([
  [
    "an unknown arg",
    "t.dev.v0:\n  class: match\n  args:\n    smaples_jsonl: a.jsonl\n",
    ["evals/t.yaml:4", 'did you mean "samples_jsonl"'],
  ],
  ["a misspelt class key", "t.dev.v0:\n  clas: match\n", ["evals/t.yaml:1", '"class"']],
])("R30: %s is refused with its line and the near name", async (_, yaml, messages) => {
  const { exitCode, stderr, hasLog } = await runTiny(["oracle", "t.dev.v0"], {
    files: { "evals/t.yaml": yaml },
  });

  expect(exitCode).toBe(2);
  for (const message of messages) expect(stderr).toContain(message);
  expect(hasLog).toBe(false);
});

test("R30: a stray field of an entry is a warning with its line", async () => {
  const { exitCode, stderr } = await runTiny(["oracle", "t.dev.v0"], {
    files: {
      "evals/t.yaml":
        "t.dev.v0:\n  class: match\n  args: { samples_jsonl: tiny.jsonl }\n  junk: 1\n",
    },
  });

  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/warning: .*evals\/t\.yaml:4: .*"junk"/);
});

test("R32: a key twice in one file is a warning with its line, and the last one counts", async () => {
  const { exitCode, stderr, log } = await runTiny(["oracle", "t.dev.v0"], {
    files: {
      "evals/t.yaml":
        "t.dev.v0:\n  class: match\n  args:\n    samples_jsonl: gone.jsonl\n    samples_jsonl: tiny.jsonl\n",
    },
  });

  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/warning: .*samples_jsonl.*/);
  expect(stderr).toMatch(/evals\/t\.yaml:5/);
  expect(log.spec.run_config.eval_spec.args).toEqual({ samples_jsonl: "tiny.jsonl" });
});

test("R32: a name in two files of one registry is refused with both", async () => {
  const { exitCode, stderr } = await runTiny(["oracle", "t.dev.v0"], {
    files: {
      "evals/one.yaml": "t.dev.v0: { class: match }\n",
      "evals/two.yaml": "\nt.dev.v0: { class: match }\n",
    },
  });

  expect(exitCode).toBe(2);
  expect(stderr).toContain("evals/one.yaml:1");
  expect(stderr).toContain("evals/two.yaml:2");
});

test("R23: arguments of the function arrive as numbers", async () => {
  const server = await stubEndpoint("A");

  const { exitCode } = await runTiny([
    ...["gpt-x", "t-match", "--max_samples", "1"],
    ...["--completion_args", "temperature=0.5,max_tokens=10"],
  ]);

  expect(exitCode).toBe(0);
  expect(server.requests[0]?.body).toMatchObject({ temperature: 0.5, max_tokens: 10 });
});

test("R23: an unknown argument is refused with those that there are", async () => {
  const server = await stubEndpoint("A");

  const { exitCode, stderr } = await runTiny([
    ...["gpt-x", "t-match", "--completion_args", "temprature=0.5"],
  ]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain('"temprature"');
  expect(stderr).toContain('did you mean "temperature"');
  expect(server.requests).toEqual([]);
});

test.each([["t-match"], ["t-includes"], ["t-fuzzy"]])(
  "R52: %s does not take a text for its letters",
  async (name) => {
    const { log } = await runTiny(["constant", name, "--completion_args", "text=11.2"], {
      rows: [{ input: "q", ideal: "14.7" }],
    });

    const [match] = log.events.filter(({ type }) => type === "match");
    expect(log.report).toMatchObject({ accuracy: 0 });
    expect(match?.data).toMatchObject({ correct: false, expected: "14.7" });
  },
);

test.each([["t-match"], ["t-includes"], ["t-fuzzy"]])(
  "R54: an empty answer is wrong for %s",
  async (name) => {
    const { log } = await runTiny(["constant", name, "--completion_args", "text="], {
      rows: [{ input: "Capital of France?", ideal: "Paris" }],
    });

    expect(log.report).toMatchObject({ accuracy: 0, "samples/errors": 0 });
  },
);

test.each([["t-match"], ["t-includes"]])(
  "R54: an empty ideal of %s is warned about, and matches an empty answer alone",
  async (name) => {
    const rows = { "data/tiny.jsonl": '{"input": "q", "ideal": ""}\n' };
    const accuracyWith = async (text: string, ...flags: string[]) => {
      const { log, stderr } = await runTiny(
        ["constant", name, "--completion_args", `text=${text}`, ...flags],
        { files: rows },
      );
      expect(stderr.match(/warning: an empty ideal/g)).toHaveLength(1);
      return log.report?.["accuracy"];
    };

    expect(await accuracyWith("Lima")).toBe(0);
    expect(await accuracyWith("")).toBe(1);
    expect(await accuracyWith("Lima", "--parity")).toBe(1);
  },
);

test("R47: false, 0 and nothing are answers", async () => {
  const { exitCode, log } = await runTiny(["./falsy.ts:Falsy", "t-match"], {
    rows: [
      { input: "zero", ideal: "0" },
      { input: "false", ideal: "false" },
      { input: "empty", ideal: "A" },
    ],
    files: {
      "falsy.ts": `const ANSWERS = { zero: 0, false: false, empty: "" };
export class Falsy { complete(prompt) { return ANSWERS[prompt]; } }`,
    },
  });

  expect(exitCode).toBe(0);
  expect(log.report).toMatchObject({ accuracy: 2 / 3, "samples/errors": 0 });
});

test("R80: one failing call among twenty leaves a report on nineteen, and its error", async () => {
  const { exitCode, log, stdout } = await runTiny(["./fails.ts:Fails", "t-match"], {
    rows: Array.from({ length: 20 }, (_, index) => ({ input: `${index}`, ideal: "A" })),
    files: {
      "fails.ts": `export class Fails {
  complete(prompt) { if (prompt === "7") throw new RangeError("no seven"); return "A"; }
}`,
    },
  });

  const [error] = log.events.filter(({ type }) => type === "error");
  expect(exitCode).toBe(1);
  expect(log.report).toMatchObject({ accuracy: 1, "samples/scored": 19, "samples/errors": 1 });
  expect(stdout).toMatch(/t-match\.dev\.7 +RangeError: no seven/);
  expect(error).toMatchObject({
    sample_id: "t-match.dev.7",
    data: { type: "RangeError", message: "no seven", stack: expect.stringContaining("fails.ts") },
  });
});

test("R73: an eval that throws is an error of its sample, and counts in no mean", async () => {
  const { exitCode, log } = await runTiny(
    ["oracle", "./throws.ts:Throws", "--extra_eval_params", "samples_jsonl=data/tiny.jsonl"],
    {
      rows: [
        { input: "a", ideal: "A" },
        { input: "b", ideal: "A" },
        { input: "c", ideal: "A" },
      ],
      files: {
        "throws.ts": `import { Eval } from "oaieval";
export class Throws extends Eval {
  async evalSample({ input }, ctx) {
    ctx.record.match(true);
    if (input === "b") throw new TypeError("cannot read b");
  }
}`,
      },
    },
  );

  expect(exitCode).toBe(1);
  expect(log.spec).toMatchObject({ eval_name: "throws.default", split: "default" });
  expect(log.report).toMatchObject({ accuracy: 1, "samples/scored": 2, "samples/errors": 1 });
});

test("R38: a bad row is refused with file, line and column before anything is asked", async () => {
  const server = await stubEndpoint("A");

  const { exitCode, stderr, root, hasLog } = await runTiny(["gpt-x", "t-match"], {
    files: { "data/tiny.jsonl": '{"input": "q", "ideal": "A"}\r\n\r\n{"input": oops}\r\n' },
  });

  expect(exitCode).toBe(2);
  expect(stderr).toContain(`${root}/data/tiny.jsonl:3:`);
  expect(hasLog).toBe(false);
  expect(server.requests).toEqual([]);
});

test("R39: a pointer of Git LFS is called one, with the command that fetches the file", async () => {
  const { exitCode, stderr } = await runTiny(["oracle", "t-match"], {
    files: {
      "data/tiny.jsonl":
        "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n",
    },
  });

  expect(exitCode).toBe(2);
  expect(stderr).toContain("git lfs pull");
});

test("R43: text that is no UTF-8 is refused as such", async () => {
  const { exitCode, stderr } = await runTiny(["oracle", "t-match"], {
    files: { "data/tiny.jsonl": Buffer.from('{"input": "質問", "ideal": "A"}\n', "utf16le") },
  });

  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/UTF-16/);
});

test("a mistyped completion function is not only said to lack OpenAI's key", async () => {
  vi.stubEnv("OPENAI_API_KEY", "");
  vi.stubEnv("OPENAI_BASE_URL", "");
  onTestFinished(() => void vi.unstubAllEnvs());

  const { exitCode, stderr } = await runTiny(["baseline/country", "t-match"]);

  expect(exitCode).toBe(2);
  expect(stderr).toMatch(
    /fix: +"baseline\/country" is no name .* did you mean "baseline\/countries"\?/,
  );
});
