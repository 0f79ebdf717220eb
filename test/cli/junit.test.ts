import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseXml, type XmlElement } from "../helpers/parse-xml.ts";
import { runCli } from "../helpers/run-cli.ts";
import { runTiny } from "../helpers/run-tiny.ts";
import { stubEndpoint } from "../helpers/stub-endpoint.ts";
import { questions, tinyRegistry } from "../helpers/tiny-registry.ts";

function report(root: string): XmlElement {
  return parseXml(readFileSync(join(root, "ci.xml"), "utf8"));
}

function cases(suite: XmlElement | undefined): XmlElement[] {
  return suite?.children.filter(({ name }) => name === "testcase") ?? [];
}

/** The cases of a suite, each by its name and what came of it. */
function outcomes(suite: XmlElement | undefined): Record<string, string> {
  return Object.fromEntries(
    cases(suite).map(({ attributes, children }) => [
      attributes["name"],
      children[0]?.name ?? "passed",
    ]),
  );
}

test("R94: wrong, failed and skipped samples are kept apart", async () => {
  const refusal = { status: 400, body: { error: { message: "no", code: "invalid_prompt" } } };
  await stubEndpoint("A", "B", refusal);
  const { root, exitCode } = await runTiny([
    ...["model", "t-match", "--junit", "ci.xml", "--fail-fast", "--concurrency", "1"],
  ]);
  const [suite] = report(root).children;

  expect(exitCode).toBe(1);
  expect(report(root).name).toBe("testsuites");
  expect(suite?.name).toBe("testsuite");
  expect(suite?.attributes).toMatchObject({
    name: "t-match.dev.v0 (model)",
    tests: "4",
    failures: "1",
    errors: "1",
    skipped: "1",
    time: expect.stringMatching(/^\d+(\.\d+)?$/),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  });
  // Four rows are taken in the order 2, 3, 1, 0.
  expect(outcomes(suite)).toEqual({
    "t-match.dev.2": "passed",
    "t-match.dev.3": "failure",
    "t-match.dev.1": "error",
    "t-match.dev.0": "skipped",
  });
});

test("R94: the reason stands in the message, answer and expectation in the text", async () => {
  await stubEndpoint("B");
  const { root } = await runTiny(["model", "t-match", "--junit", "ci.xml"], {
    rows: questions(1),
  });
  const [suite] = report(root).children;
  const [only] = cases(suite);

  expect(only?.attributes["classname"]).toBe("t-match.dev.v0");
  expect(only?.children[0]?.attributes["message"]).not.toBe("");
  expect(only?.children[0]?.text).toBe("answer: B\nexpected: A");
  expect(suite?.children[0]?.children[0]?.attributes).toEqual({ name: "accuracy", value: "0" });
});

test("R94: the XML is valid whatever the model says", async () => {
  const hostile = "a\u0000b\u001b[31m <&>\"' ]]> \ud800 \uffff \u{1f600} \r\n</failure>\t<!--";
  await stubEndpoint(hostile);
  const { root } = await runTiny(["model", "t-match", "--junit", "ci.xml"], {
    rows: questions(1),
  });
  const [only] = cases(report(root).children[0]);

  expect(only?.children[0]?.text).toBe(
    "answer: a\ufffdb\ufffd[31m <&>\"' ]]> \ufffd \ufffd \u{1f600} \r\n</failure>\t<!--\nexpected: A",
  );
});

test("R94: with repeats a sample is one case, right or wrong as the reducer says", async () => {
  const asked = new Map<string, number>();
  await stubEndpoint(({ body }) => {
    const question = JSON.stringify(body.messages);
    const times = (asked.get(question) ?? 0) + 1;
    asked.set(question, times);
    return times <= (question.includes("Question 0") ? 3 : 1) ? "A" : "B";
  });
  const { root } = await runTiny(
    [
      ...["model", "t-match", "--repeats", "4", "--reducer", "at_least_k:2"],
      ...["--concurrency", "1", "--junit", "ci.xml"],
    ],
    { rows: questions(2) },
  );
  const [suite] = report(root).children;

  expect(suite?.attributes).toMatchObject({ tests: "2", failures: "1", errors: "0" });
  expect(outcomes(suite)).toEqual({ "t-match.dev.0": "passed", "t-match.dev.1": "failure" });
  const failed = cases(suite).find(({ children }) => children.length > 0);
  expect(failed?.children[0]?.attributes["message"]).toMatch(/^right in 1 of 4 repeats; /);
});

test("R94: a sample of which one repeat failed is an error, one of which some are missing skipped", async () => {
  const refusal = { status: 400, body: { error: { message: "no", code: "invalid_prompt" } } };
  await stubEndpoint("A", "A", "A", refusal);
  const { root } = await runTiny(
    [
      ...["model", "t-match", "--repeats", "3", "--concurrency", "1"],
      ...["--fail-fast", "--junit", "ci.xml"],
    ],
    { rows: questions(3) },
  );

  // Three rows are taken in the order 2, 1, 0.
  expect(outcomes(report(root).children[0])).toEqual({
    "t-match.dev.2": "passed",
    "t-match.dev.1": "error",
    "t-match.dev.0": "skipped",
  });
});

test("R94: several runs are a suite each, and one that could not run is an error", async () => {
  const root = tinyRegistry();
  const { exitCode } = await runCli(
    [
      ...["oracle,./nothing.ts:Nothing", "t-match", "--each", "--junit", "ci.xml"],
      ...["--registry_path", root, "--record_path", "logs"],
    ],
    { cwd: root },
  );
  const [good, broken] = report(root).children;

  expect(exitCode).toBe(2);
  expect(good?.attributes).toMatchObject({ name: "t-match.dev.v0 (oracle)", tests: "4" });
  expect(broken?.attributes).toMatchObject({ tests: "1", failures: "0", errors: "1" });
  expect(cases(broken)[0]?.children[0]?.text).toContain("nothing.ts");
});

test.each([[["--dry-run"]], [["--http-run", "--http-run-url", "http://127.0.0.1:9"]]])(
  "--junit with %j is refused before anything is asked",
  async (flags) => {
    const { exitCode, stderr } = await runTiny([
      "oracle",
      "t-match",
      "--junit",
      "ci.xml",
      ...flags,
    ]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("--junit reads the log file, and this run writes none");
  },
);

test("a place where no test report can be written is refused before anything is asked", async () => {
  const { exitCode, stderr, hasLog } = await runTiny([
    ...["oracle", "t-match", "--junit", "data/tiny.jsonl/ci.xml"],
  ]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain("the file cannot be written");
  expect(hasLog).toBe(false);
});
