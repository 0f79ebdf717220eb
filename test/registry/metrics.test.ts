import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import type { AskedMetric, Metric } from "../../src/core/metric.ts";
import { Registry } from "../../src/registry/registry.ts";
import { type Files, tempRegistry } from "../helpers/temp-registry.ts";

const TOOLS = { judgeRetries: 2, warn: () => {} };

const OWN = `import { Metric, z } from "oaieval";
export class Own extends Metric {
  static Args = z.object({ limit: z.number().default(1), holds: z.string().optional() });
  async prepare() {
    if (this.args.holds) await this.context.metric(this.args.holds);
  }
  score() { return { scores: { own: this.args.limit } }; }
}
`;

/** Makes a metric as an eval would whose entry is in `evals/e.yaml`. */
function make(asked: AskedMetric, files: Files = {}): { made: Promise<Metric>; root: string } {
  const root = tempRegistry({ "evals/e.yaml": "e.dev.v0: { class: metrics }\n", ...files });
  const registry = new Registry({ paths: [root], cwd: root });
  const origin = { place: registry.eval("e.dev.v0"), view: registry };
  return { made: registry.metric(asked, TOOLS, origin), root };
}

const ENTRY = { "metrics/m.yaml": "mine: { class: ./own.ts:Own, args: { limit: 3 } }\n" };

describe("a metric is asked for", () => {
  test.each<[string, AskedMetric, number]>([
    ["by the name of an entry", "mine", 3],
    ["by such a name with args over its own", { mine: { limit: 4 } }, 4],
    ["by a reference", "../metrics/own.ts:Own", 1],
    ["by a class with args", { class: "../metrics/own.ts:Own", args: { limit: 5 } }, 5],
    ["in flexeval's words", { class_path: "../metrics/own.ts:Own", init_args: { limit: 6 } }, 6],
    ["by a reference in short", { "../metrics/own.ts:Own": { limit: 7 } }, 7],
    ["in short without args", { mine: null }, 3],
  ])("%s", async (_, asked, limit) => {
    const { made } = make(asked, { ...ENTRY, "metrics/own.ts": OWN });

    expect(await made).toMatchObject({ args: { limit } });
  });

  test("and its files start where its entry stands", async () => {
    const { made } = make("mine", { ...ENTRY, "metrics/own.ts": OWN });

    expect((await made).context.name).toBe("mine");
  });

  test("by a class of that name, where an eval has the name as well", async () => {
    const { made } = make({ class: "model-graded", args: { modelgraded_spec: "closedqa" } });

    expect(Reflect.get(await made, "score")).toBeTypeOf("function");
  });
});

describe("is refused", () => {
  test.each<[string, AskedMetric, string]>([
    ["a name that nothing has", "min", 'there is no metric "min" in the registry'],
    ["a class that makes evals", { class: "match" }, '"match" makes an eval, not a metric'],
    ["two names at once", { mine: {}, other: {} }, "this names no metric"],
    ["args that are no mapping", { mine: [1] }, 'the args of the metric "mine" are a list'],
    ["a class with a stranger beside it", { class: "bleu", argz: {} }, "this names no metric"],
  ])("%s", async (_, asked, message) => {
    const { made } = make(asked, { ...ENTRY, "metrics/own.ts": OWN });

    await expect(made).rejects.toThrow(ConfigError);
    await expect(made).rejects.toThrow(message);
  });

  test.each<[string, AskedMetric]>([
    ["beside a class", { class: "char-f1", args: { x: 1 } }],
    ["over those of an entry that ships", { "char-f1": { x: 1 } }],
  ])("an argument %s with the place of the eval that has it", async (_, asked) => {
    const { made, root } = make(asked);

    await expect(made).rejects.toThrow('"x" is not known');
    await expect(made).rejects.toMatchObject({ where: `${join(root, "evals/e.yaml")}:1` });
  });

  const LINES = [
    "e.dev.v0:",
    "  class: metrics",
    "  args:",
    "    metrics:",
    "      - bleu: { smooth: foo }",
    "      - regex-match: { pattern: '(a' }",
    "      - class: ../metrics/plain.ts:Plain",
  ];

  test.each<[string, AskedMetric, [message: string, line: number]]>([
    ["an argument over an entry's", { bleu: { smooth: "foo" } }, ['"smooth" is wrong', 5]],
    [
      "an argument of no use",
      { "regex-match": { pattern: "(a" } },
      ['the pattern "(a" is wrong', 6],
    ],
    [
      "a class that extends nothing",
      { class: "../metrics/plain.ts:Plain" },
      ['"../metrics/plain.ts:Plain" does not extend Metric', 7],
    ],
  ])("%s, with the line that asks for it", async (_, asked, [message, line]) => {
    const { made, root } = make(asked, {
      "evals/e.yaml": `${LINES.join("\n")}\n`,
      "metrics/plain.ts": "export class Plain { score() { return { scores: { plain: 1 } }; } }\n",
    });

    await expect(made).rejects.toThrow(message);
    await expect(made).rejects.toMatchObject({
      name: "ConfigError",
      where: `${join(root, "evals/e.yaml")}:${line}`,
    });
  });

  test("a metric that holds itself", async () => {
    const { made } = make("mine", {
      "metrics/m.yaml": "mine: { class: ./own.ts:Own, args: { holds: mine } }\n",
      "metrics/own.ts": OWN,
    });

    await expect((await made).prepare(null)).rejects.toThrow(
      'a metric holds itself: "mine" → "mine"',
    );
  });
});
