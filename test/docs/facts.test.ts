import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BUILTINS } from "../../src/registry/builtins.ts";
import { FuzzyMatch } from "../../src/templates/fuzzy-match.ts";
import { Includes } from "../../src/templates/includes.ts";
import { Match } from "../../src/templates/match.ts";
import { evaluateSample } from "../../src/testing.ts";
import { runCli } from "../helpers/run-cli.ts";
import { PROJECT, readPage } from "./pages.ts";

describe("docs/run-evals.md", () => {
  test.each(["run", "set"])("has every flag of oaieval %s", async (command) => {
    const { stdout } = await runCli([command, "--help"]);
    const flags = [...stdout.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, flag = ""]) => flag);

    expect(flags.length).toBeGreaterThan(20);
    expect(missing("docs/run-evals.md", flags)).toEqual([]);
  });
});

describe("docs/eval-templates.md, docs/completion-fns.md and docs/systems.md", () => {
  test("have every class that ships", () => {
    const names = (kind: string) =>
      BUILTINS.filter((builtin) => builtin.kind === kind).map(({ name }) => name);

    expect(missing("docs/eval-templates.md", names("eval"))).toEqual([]);
    const functions = names("completion-fn").map(spoken);
    const unsaid = missing("docs/completion-fns.md", functions);
    expect(missing("docs/systems.md", unsaid)).toEqual([]);
  });
});

describe("docs/metrics.md", () => {
  test("has every metric that ships, and every one that is only an entry", async () => {
    const { stdout } = await runCli(["list", "metrics"]);
    const listed = [...stdout.matchAll(/^([\w+-]+) {2,}\S/gm)].map(([, name = ""]) => name);
    const classes = BUILTINS.filter(({ kind }) => kind === "metric").map(({ name }) => name);

    expect(listed.length).toBeGreaterThan(30);
    expect(missing("docs/metrics.md", classes.map(spoken))).toEqual([]);
    const entries = listed.filter((name) => name !== "name").map(spoken);
    expect(missing("docs/metrics.md", entries)).toEqual([]);
  });
});

describe("docs/eval-templates.md", () => {
  const rows = [...readPage("docs/eval-templates.md").matchAll(/^\| (\S.*) \|$/gm)]
    .map(([, row = ""]) => row.split("|").map((cell) => cell.trim()))
    .filter((cells) => cells.length === 5 && /^(right|wrong)$/.test(cells[1] ?? ""));
  const verdicts = rows.map(([answer = "", ...cells]) => ({
    answer: answer === "(nothing)" ? "" : answer.replaceAll("`", ""),
    cells,
  }));

  test("judges six answers in its first table", () => {
    expect(verdicts.length).toBe(6);
  });

  test.each(verdicts)("judges '$answer' as the templates do", async ({ answer, cells }) => {
    const input = { sample: { input: "Capital of Peru?", ideal: "Lima" }, answers: [answer] };
    const results = [
      await evaluateSample(Match, input),
      await evaluateSample(Match, { ...input, args: { reverse: true } }),
      await evaluateSample(Includes, input),
      await evaluateSample(FuzzyMatch, input),
    ];
    const judged = results.map(({ matches }) => (matches[0]?.correct ? "right" : "wrong"));
    expect(judged).toEqual(cells);
  });
});

describe("docs/architecture.md", () => {
  test("names every folder of src", () => {
    const folders = readdirSync(join(PROJECT, "src"), { withFileTypes: true })
      .filter((item) => item.isDirectory())
      .map(({ name }) => `| \`${name}\` |`);

    expect(missing("docs/architecture.md", folders)).toEqual([]);
  });

  test.each(["docs/architecture.md", "CONTRIBUTING.md"])(
    "%s names only files that are there",
    (page) => {
      const named = [...readPage(page).matchAll(/`((?:src|test|registry)\/[\w./-]+)`/g)]
        .map(([, path = ""]) => path)
        .filter((path) => !path.includes("NAME"));

      expect(named.length).toBeGreaterThan(5);
      expect(named.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
    },
  );
});

function missing(page: string, words: readonly string[]): string[] {
  const text = readPage(page).replace(/ +/g, " ");
  return words.filter((word) => !text.includes(word));
}

/** The registry gives some classes another name. */
function spoken(name: string): string {
  return name === "baseline-countries" ? "baseline/countries" : name;
}
