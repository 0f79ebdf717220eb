import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { escapeMarkdown } from "../../src/cli/escape-markdown.ts";
import { errorAnnotation } from "../../src/cli/workflow-command.ts";
import { runCli } from "../helpers/run-cli.ts";
import { runTiny } from "../helpers/run-tiny.ts";
import { stubEndpoint } from "../helpers/stub-endpoint.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";
import { tinyRegistry } from "../helpers/tiny-registry.ts";

test("in GitHub Actions a run adds figures, gates and errors to the summary of its step", async () => {
  const summary = join(tempRegistry({}), "summary.md");
  writeFileSync(summary, "before\n");
  const refusal = { status: 400, body: { error: { message: "no", code: "invalid_prompt" } } };
  await stubEndpoint("A", "A", "B", refusal);
  await runTiny(
    [
      "model",
      "t-match",
      "--gate",
      "accuracy >= 0.9",
      "--gate",
      "errors <= 25%",
      "--concurrency",
      "1",
    ],
    { env: { GITHUB_STEP_SUMMARY: summary } },
  );

  const text = readFileSync(summary, "utf8");
  expect(text).toMatch(/^before\n### ❌ t-match\.dev\.v0 · model\n\n/);
  expect(text).toMatch(/^\| accuracy \| 0\.6667 \| ± 0\.3333 \| 0\.\d+ to 0\.\d+ \|$/m);
  expect(text).toContain("3 of 4 samples scored · 1 error · 0 invalid · 0 skipped");
  expect(text).toMatch(/^\| ❌ not met \| accuracy .* \| 0\.666667 \| .*t-match\.dev\.1.* \|$/m);
  expect(text).toMatch(/^\| ✅ met \| errors .* \| 1 \| {2}\|$/m);
  expect(text).toMatch(/^\| t-match\.dev\.0 \| CompletionError.*no.* \|$/m);
});

test("the summary has every run, those too that could not run", async () => {
  const root = tinyRegistry();
  const summary = join(root, "summary.md");
  await runCli(
    [
      ...["oracle,./nothing.ts:Nothing", "t-match", "--each"],
      ...["--registry_path", root, "--record_path", "logs"],
    ],
    { cwd: root, env: { GITHUB_STEP_SUMMARY: summary } },
  );

  const text = readFileSync(summary, "utf8");
  expect(text).toMatch(/^### t-match\.dev\.v0 · oracle$/m);
  expect(text).toMatch(/^could not run: .*nothing\.ts/m);
});

test("a summary that cannot be written is a warning, and the run goes on", async () => {
  const folder = join(tempRegistry({}), "folder");
  mkdirSync(folder);
  const { exitCode, stderr } = await runTiny(["oracle", "t-match"], {
    env: { GITHUB_STEP_SUMMARY: folder },
  });

  expect(exitCode).toBe(0);
  expect(stderr).toContain("warning: the step summary cannot be written");
});

test("in GitHub Actions a gate that is not met is annotated, and one that is met is not", async () => {
  const argv = ["dummy", "t-match", "--gate", "accuracy >= 0.5", "--gate", "errors <= 1%"];
  const there = await runTiny(argv, { env: { GITHUB_ACTIONS: "true" } });
  const here = await runTiny(argv);

  expect(there.stdout.match(/^::error.*$/gm)).toEqual([
    expect.stringMatching(
      /^::error title=t-match\.dev\.v0 \(dummy\)::accuracy is 0; the gate is accuracy >= 0\.5; worst samples: /,
    ),
  ]);
  expect(here.stdout).not.toContain("::error");
});

test("elsewhere nothing is written but what was asked for", async () => {
  const { root } = await runTiny(["oracle", "t-match"], { env: { GITHUB_STEP_SUMMARY: "" } });

  expect(existsSync(join(root, "summary.md"))).toBe(false);
});

test.each([
  { text: "a\nb\r\nc", line: "::error title=t::a%0Ab%0D%0Ac" },
  { text: "100 %, x: y", line: "::error title=t::100 %25, x: y" },
  { text: "\n::set-env name=X::y", line: "::error title=t::%0A::set-env name=X::y" },
])("an annotation is one line, whatever is in it: $line", ({ text, line }) => {
  expect(errorAnnotation("t", text)).toBe(line);
});

test("the title of an annotation cannot end it", () => {
  expect(errorAnnotation("a:b,c%\n", "m")).toBe("::error title=a%3Ab%2Cc%25%0A::m");
});

test.each([
  "| cell | b |",
  "**bold** _it_ `code` ~~no~~",
  "<img src=x onerror=alert(1)> &amp;",
  "![x](https://example.test/?q)",
  "[x](javascript:alert(1))",
  "see https://example.test and WWW.example.test",
  "@somebody #12 $x^2$",
  "a\n\n# heading\n```\n",
  "\u001b[31mred\u202e\\",
])("Markdown in a text from outside is shown as it is: %j", (text) => {
  const escaped = escapeMarkdown(text);

  expect(escaped).not.toMatch(/[|*_`~<>[\]!@$^\\\n\p{Cc}\u202e]|(?<!&)#|&(?!#\d+;)|www\.|:\/\//iu);
  const shown = escaped.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  const line = text.replace(/\s+/g, " ").trim();
  expect(shown).toBe(line.replace(/[\p{Cc}\u202e]/gu, "\ufffd"));
});

test("a long text from outside is cut in the summary", () => {
  expect(escapeMarkdown("x".repeat(5000))).toHaveLength(199 + "&#8230;".length);
});
