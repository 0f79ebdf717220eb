import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { runCli } from "../helpers/run-cli.ts";
import { tinyRegistry } from "../helpers/tiny-registry.ts";

const MORE = {
  "eval_sets/s.yaml": "my-set: { evals: [t-match] }\n",
  "completion_fns/f.yaml": "my/fn: { class: builtin:echo }\n",
  "solvers/s.yaml": "my/solver: { class: builtin:echo }\n",
  "modelgraded/m.yaml": "my-judge: { prompt: '{input}', choice_strings: AB, input_outputs: {} }\n",
  "evals/described.yaml": `described:
  id: described.dev.v0
  description: |
    Two lines
    of text
described.dev.v0: { class: match }
`,
};

function runList(...argv: string[]) {
  const root = tinyRegistry({ files: MORE });
  return runCli(["list", ...argv, "--registry_path", root], { cwd: root });
}

test("evals are listed with what they stand for, their class and description", async () => {
  const { exitCode, stdout, stderr } = await runList();

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^name +stands for +class +description$/m);
  expect(stdout).toMatch(/^t-match +t-match\.dev\.v0 +match$/m);
  expect(stdout).toMatch(/^described +described\.dev\.v0 +match +Two lines of text$/m);
  expect(stdout).toMatch(/^extract_countries /m);
  expect(stderr).toMatch(/^\d+ in .*registry, /);
});

test.each([
  ["evals", "t-match"],
  ["sets", "my-set"],
  ["eval_sets", "my-set"],
  ["completion-fns", "my/fn"],
  ["completion_fns", "my/solver"],
  ["modelgraded", "my-judge"],
])("%s has %s", async (kind, name) => {
  const { exitCode, stdout } = await runList(kind);

  expect(exitCode).toBe(0);
  expect(stdout.split("\n").some((line) => line.startsWith(name))).toBe(true);
});

test("completion functions are listed with what each needs", async () => {
  vi.stubEnv("OPENAI_API_KEY", "");
  vi.stubEnv("OPENAI_BASE_URL", "");
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const root = tinyRegistry({
    files: {
      "completion_fns/f.yaml":
        "my/fn: { class: openai-chat, args: { model: m } }\nmy/own: { class: ./fn.ts:Fn }\n",
    },
  });
  const argv = ["list", "completion-fns", "--registry_path", root];

  const { stdout } = await runCli(argv, { cwd: root });
  const { stdout: json } = await runCli([...argv, "--json"], { cwd: root });

  expect(stdout).toMatch(/^name +class +needs +description$/m);
  expect(stdout).toMatch(/^my\/fn +openai-chat +set OPENAI_API_KEY$/m);
  expect(stdout).toMatch(/^my\/own +\.\/fn\.ts:Fn$/m);
  expect(stdout).toMatch(/^echo +builtin:echo +ready +Answers with the prompt\.$/m);
  expect(JSON.parse(json)).toContainEqual(
    expect.objectContaining({ name: "my/fn", needs: ["set OPENAI_API_KEY"] }),
  );
});

test("what ships as a completion function says what it is", async () => {
  const { stdout } = await runCli(["list", "completion-fns", "--json"]);

  const rows = JSON.parse(stdout) as { name: string; description: string | null }[];
  expect(rows.filter(({ description }) => description === null)).toEqual([]);
});

test("sets are listed with their patterns, and what is empty everywhere is no column", async () => {
  const root = tinyRegistry({
    files: {
      "eval_sets/s.yaml": [
        'zz-set: { evals: [t-match, "t-f*"] }',
        `zz-long: { evals: [${Array.from({ length: 30 }, (_, index) => `t-${index}`)}] }`,
      ].join("\n"),
    },
  });
  const argv = ["list", "sets", "zz-*", "--registry-path", root];

  const { stdout } = await runCli(argv, { cwd: root });
  const { stdout: json } = await runCli([...argv, "--json"], { cwd: root });

  expect(stdout).toMatch(/^name +evals$/m);
  expect(stdout).toMatch(/^zz-set +t-match, t-f\*$/m);
  expect(stdout).toMatch(/^zz-long +t-0, t-1, .*…$/m);
  expect(JSON.parse(json)[0]).toMatchObject({ name: "zz-set", evals: ["t-match", "t-f*"] });
});

test("an alias of a set has the patterns of the set", async () => {
  const root = tinyRegistry({
    files: { "eval_sets/s.yaml": "zz-set: { evals: [t-match] }\nzz-alias: zz-set\nzz-none: 3\n" },
  });

  const { stdout } = await runCli(["list", "sets", "zz-*", "--registry-path", root], { cwd: root });

  expect(stdout).toMatch(/^name +stands for +evals$/m);
  expect(stdout).toMatch(/^zz-alias +zz-set +t-match$/m);
  expect(stdout).toMatch(/^zz-none$/m);
});

test("a pattern chooses names; alone it is about evals", async () => {
  const both = await Promise.all([runList("evals", "t-*"), runList("t-*")]);

  for (const { stdout } of both) {
    const names = stdout
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(" ")[0]);
    expect(names).toHaveLength(8);
    expect(names.every((name) => name?.startsWith("t-"))).toBe(true);
  }
});

test("--json has file and line", async () => {
  const root = tinyRegistry();

  const { stdout } = await runCli(["list", "t-match", "--json", "--registry_path", root]);

  expect(JSON.parse(stdout)).toEqual([
    {
      name: "t-match",
      class: "match",
      alias_of: "t-match.dev.v0",
      description: null,
      file: join(root, "evals/tiny.yaml"),
      line: 1,
    },
  ]);
});

test("a kind that does not exist is refused with the near one", async () => {
  const { exitCode, stderr } = await runList("evils", "t-*");

  expect(exitCode).toBe(2);
  expect(stderr).toContain('"evils"');
  expect(stderr).toContain('did you mean "evals"');
});

test("a registry that is not there is refused with what was tried", async () => {
  const root = tinyRegistry();

  const { exitCode, stderr } = await runCli(["list", "--registry_path", "nowhere"], { cwd: root });

  expect(exitCode).toBe(2);
  expect(stderr).toContain('there is no registry at "nowhere"');
  expect(stderr).toContain(join(root, "nowhere", "registry"));
});

test("a description is whole where no terminal is too narrow for it", async () => {
  const { stdout } = await runCli(["list", "metrics", "embedding-similarity"]);

  expect(stdout).toMatch(/How near answer and reference are in meaning \(0 to 1\)$/m);
  expect(stdout).not.toContain("…");
});

test("where nothing is found, nothing is printed but the count", async () => {
  const { exitCode, stdout, stderr } = await runCli(["list", "metrics", "no-such-*"]);

  expect(exitCode).toBe(0);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^0 in /);
});
