import type { Eval, EvalContext } from "../../src/core/eval.ts";
import { listRows } from "../../src/core/row-source.ts";

/** A context for evals, with data sets in memory. */
export interface TestContext extends EvalContext {
  /** What the user was told. */
  readonly warnings: readonly string[];
  /** The data sets that were asked for. */
  readonly opened: readonly string[];
}

/** Context of an eval whose data sets are these lists of rows, by name. */
export function evalContext({
  rows = {},
  ...rest
}: { rows?: Record<string, readonly unknown[]> } & Partial<EvalContext> = {}): TestContext {
  const warnings: string[] = [];
  const opened: string[] = [];
  return {
    name: "demo.dev.v0",
    completionFns: [],
    registry: {
      completionFn: async (name) => Promise.reject(new Error(`asked for ${name}`)),
      embeddingFn: async (name) => Promise.reject(new Error(`asked for ${name}`)),
      metric: async (asked) => Promise.reject(new Error(`asked for ${JSON.stringify(asked)}`)),
      modelgradedSpec: async (name) => Promise.reject(new Error(`asked for ${name}`)),
    },
    seed: 20220722,
    parity: false,
    openRows: async (name) => {
      opened.push(name);
      return listRows(rows[name] ?? [], name);
    },
    findFile: (reference) => reference,
    loadModule: async (path) => import(path),
    warn: (message) => warnings.push(message),
    warnings,
    opened,
    ...rest,
  };
}

/** All rows of an eval, as they are read before a run. */
export async function loadRows<T>(evaluation: Eval<T, object>): Promise<T[]> {
  await evaluation.prepare();
  const source = await evaluation.samples();
  const rows: T[] = [];
  for await (const row of source.rows()) rows.push(row);
  return rows;
}
