import { describe, expect, test } from "vitest";
import { checkEvals } from "../../src/run/check-evals.ts";
import { runEval } from "../../src/run/run-eval.ts";
import { runEvalSet } from "../../src/run/run-set.ts";
import { runCli } from "../helpers/run-cli.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";
import { memorySink, REGISTRY } from "./sample.ts";

describe.skipIf(REGISTRY === "")("the registry of openai/evals beside the bundled one", () => {
  test("both are listed", async () => {
    const { stdout } = await runCli(["list", "--json", "--registry_path", REGISTRY]);

    const names = JSON.parse(stdout).map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(["extract_countries", "test-match", "coqa-fact"]));
  });

  test("every eval of both loads with its class, args and rows", async () => {
    const broken: unknown[] = [];
    for await (const { name, error } of checkEvals({ registryPaths: [REGISTRY] })) {
      if (error) broken.push([name, error.split("\n")[0]]);
    }

    expect(broken).toEqual([]);
  });

  test.each([
    ["extract_countries", "extract_countries.dev.match-v1"],
    ["test-match", "test-match.s1.simple-v0"],
  ])("%s runs with both roots", async (name, evalName) => {
    const { spec, report } = await runEval({
      completionFns: ["dummy"],
      eval: name,
      registryPaths: [REGISTRY],
      sink: memorySink(),
    });

    expect(spec.eval_name).toBe(evalName);
    expect(report["samples/errors"]).toBe(0);
  });

  test("the later root wins, said once with both places", async () => {
    const own = tempRegistry({
      "evals/coqa.yaml":
        "coqa-match.dev.v0:\n  class: includes\n  args: { samples_jsonl: a.jsonl }\n",
      "data/a.jsonl": '{"input": "Capital of Peru?", "ideal": "Lima"}\n',
    });
    const warnings: string[] = [];

    const { spec } = await runEval({
      completionFns: ["dummy"],
      eval: "coqa-match",
      registryPaths: [REGISTRY, own],
      sink: memorySink(),
      observer: { warned: (message) => warnings.push(message) },
    });

    expect(spec.run_config.eval_spec).toMatchObject({ cls: "includes", registry_path: own });
    expect(warnings).toEqual([
      expect.stringMatching(
        new RegExp(
          `"coqa-match.dev.v0" of ${own}/evals/coqa.yaml:1 is used, not that of ${REGISTRY}`,
        ),
      ),
    ]);
  });
});

describe.skipIf(REGISTRY === "")("eval sets of openai/evals", () => {
  test("oaievalset dummy test-basic runs its four evals and shows one table", async () => {
    const folder = tempRegistry({});

    const { exitCode, stdout } = await runCli([
      ...["set", "dummy", "test-basic", "--registry_path", REGISTRY],
      ...["--record_path", folder],
    ]);

    expect(exitCode).toBe(0);
    for (const name of [
      "test-match.s1.simple-v0",
      "test-fuzzy-match.s1.simple-v0",
      "test-includes.s1.simple-v0",
      "test-includes-ignore-case.s1.simple-v0",
    ]) {
      expect(stdout).toContain(name);
    }
  });

  test.each([
    ["coqa-ex", 5],
    ["manga-translation", 3],
    ["test", 19],
    ["test-basic", 4],
    ["test-modelgraded", 12],
  ])("%s has %i evals, and each of them runs", async (evalSet, count) => {
    const { rows } = await runEvalSet({
      completionFns: ["dummy"],
      evalSet,
      registryPaths: [REGISTRY],
      maxSamples: 2,
      sink: () => memorySink(),
    });

    expect(rows).toHaveLength(count);
    expect(rows.filter(({ error }) => error !== undefined)).toEqual([]);
  });
});
