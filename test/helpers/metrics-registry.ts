import { join } from "node:path";
import { type LogLines, logLines } from "./log-lines.ts";
import { type CliRun, runCli } from "./run-cli.ts";
import { type Files, tempRegistry } from "./temp-registry.ts";

/** Metrics of a user's own, in `own.ts` beside the eval. */
const OWN = `import { Metric } from "oaieval";

export class Length extends Metric {
  get signature() {
    return "unit=utf-16|v=1";
  }

  score({ response }) {
    return { scores: { length: response.length } };
  }
}

export class Right extends Metric {
  get fields() {
    return ["response", "references"];
  }

  score({ response, references }) {
    const right = references.includes(response);
    return { scores: { right }, reason: right ? "it is there" : "it is not there" };
  }
}

/** Defined for answers that are numbers alone. */
export class Half extends Metric {
  score({ response }) {
    const number = Number(response);
    return { scores: { half: Number.isNaN(number) ? null : number / 2 } };
  }
}

export class Breaks extends Metric {
  score({ response }) {
    if (response === "B") throw new TypeError("B is too much for me");
    return { scores: { breaks: 1 } };
  }
}

export class Seen extends Metric {
  score({ where, answer, ...input }) {
    return { scores: { seen: 1 }, details: input };
  }
}

export class Judged extends Metric {
  get needs() {
    return ["judge"];
  }

  async score({ response }, ctx) {
    const { text } = await ctx.complete(response, {}, { fn: this.context.judge, purpose: "judge" });
    return { scores: { judged: Number(text) }, reason: "the judge said " + text };
  }
}
`;

/** What is in a registry with an eval of class metrics. */
export interface MetricsRegistry {
  /** Rows of its data. */
  readonly rows?: readonly object[];
  readonly files?: Files;
}

/** A registry with an eval \`m\` of class metrics over \`data/m.jsonl\`. */
export function metricsRegistry(args: object, { rows = [], files = {} }: MetricsRegistry): string {
  const entry = { class: "metrics", args: { samples_jsonl: "m.jsonl", ...args } };
  return tempRegistry({
    "evals/m.yaml": `m: { id: m.dev.v0 }\nm.dev.v0: ${JSON.stringify(entry)}\n`,
    "evals/own.ts": OWN,
    "data/m.jsonl": rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
    ...files,
  });
}

/** A command over such a registry. */
export interface MetricsRun extends CliRun {
  readonly root: string;
  /** The log file. */
  readonly path: string;
  readonly log: LogLines;
  /** Data of its `metrics` events by the sample's number, in the order of recording. */
  readonly scores: ReadonlyMap<number, readonly unknown[]>;
}

/** Runs a command in a registry's folder; its log is \`NAME.jsonl\` there. */
export async function runIn(
  root: string,
  argv: readonly string[],
  { log: name = "log" }: { readonly log?: string } = {},
): Promise<MetricsRun> {
  const path = join(root, `${name}.jsonl`);
  const flags = ["--registry-path", root, "--record-path", path];
  const run = await runCli([...argv, ...flags], { cwd: root });
  return {
    ...run,
    root,
    path,
    get log() {
      return logLines(path);
    },
    get scores() {
      const scores = new Map<number, unknown[]>();
      for (const { type, sample_id, data } of logLines(path).events) {
        const index = Number(sample_id?.split(".").at(-1));
        if (type === "metrics") scores.set(index, [...(scores.get(index) ?? []), data]);
      }
      return scores;
    },
  };
}
