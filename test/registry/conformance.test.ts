import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Eval } from "../../src/core/eval.ts";
import { findBuiltin } from "../../src/registry/builtins.ts";
import { instantiate } from "../../src/registry/instantiate.ts";
import { Registry } from "../../src/registry/registry.ts";
import { evalContext } from "../helpers/eval-context.ts";

/** A slice of the registry of openai/evals with REFERENCE.json, what the original made of it. */
const root = process.env["OPENAI_EVALS_REGISTRY"];

interface ReferenceEval {
  readonly eval_id: string;
  readonly aliases: readonly string[];
  readonly yaml: string;
  readonly cls: string;
  readonly args: object;
}

describe.skipIf(!root)("the registry of openai/evals", () => {
  const folder = root ?? "";
  const warnings: string[] = [];
  const registry = new Registry({
    paths: [folder],
    home: folder,
    warn: (message) => warnings.push(message),
  });
  const reference: { evals: ReferenceEval[] } = root
    ? JSON.parse(readFileSync(join(folder, "REFERENCE.json"), "utf8"))
    : { evals: [] };

  test("every file can be read", () => {
    expect(registry.brokenFiles()).toEqual([]);
  });

  test("every eval has the class, args and file of the reference", () => {
    expect(reference.evals).toHaveLength(71);
    for (const { eval_id, cls, args, yaml } of reference.evals) {
      expect(registry.eval(eval_id)).toMatchObject({
        key: eval_id,
        cls,
        args: args ?? {},
        file: join(folder, yaml),
        registry_path: folder,
      });
    }
  });

  test("every alias leads to its eval", () => {
    for (const { eval_id, aliases } of reference.evals) {
      for (const alias of aliases) expect(registry.eval(alias).key).toBe(eval_id);
    }
  });

  test("every class has a counterpart", () => {
    for (const { cls } of reference.evals) expect(findBuiltin(cls, "eval")?.kind, cls).toBe("eval");
  });

  test("every eval's args are taken by its class", async () => {
    for (const { eval_id } of reference.evals) {
      const spec = registry.eval(eval_id);
      const loaded = await registry.loadClass(spec, "eval");

      expect(instantiate(loaded, { spec }, evalContext({ name: eval_id }))).toBeInstanceOf(Eval);
    }
  });

  test("every set has its evals, each once", () => {
    const sizes = ["coqa-ex", "manga-translation", "test", "test-basic", "test-modelgraded"].map(
      (name) => registry.evalSet(name).evals.length,
    );

    expect(sizes).toEqual([5, 3, 19, 4, 12]);
  });

  test("every model-graded spec can be read", async () => {
    const names = registry.names("modelgraded");

    expect(names.length).toBeGreaterThanOrEqual(9);
    for (const name of names)
      expect((await registry.modelgradedSpec(name)).fields).toHaveProperty("prompt");
  });

  test("nothing that openai/evals wrote is warned about but its one repeated key", () => {
    const ownWarnings = warnings.filter((warning) => !warning.includes("is used, not that of"));

    expect([...new Set(ownWarnings)]).toEqual([
      expect.stringMatching(
        /keywords\.yaml:20: "input" is there twice; this one counts, not line 19$/,
      ),
    ]);
  });
});
