import { type Files, tempRegistry } from "./temp-registry.ts";

/** What is in a tiny registry beside its four evals. */
export interface TinyOptions {
  /** Rows of all four. @default four questions with the ideal "A" */
  readonly rows?: readonly object[];
  /** More files, or others in place of its own. */
  readonly files?: Files;
}

/** Questions with the ideal "A". */
export function questions(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({ input: `Question ${index}?`, ideal: "A" }));
}

/** A registry with `t-match`, `t-includes`, `t-fuzzy` and `t-json` over the same few rows. */
export function tinyRegistry({ rows = questions(4), files = {} }: TinyOptions = {}): string {
  return tempRegistry({
    "evals/tiny.yaml": [
      entry("t-match", "match"),
      entry("t-includes", "includes"),
      entry("t-fuzzy", "fuzzy-match"),
      entry("t-json", "json-match"),
    ].join("\n"),
    "data/tiny.jsonl": rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
    ...files,
  });
}

function entry(name: string, cls: string): string {
  return `${name}: { id: ${name}.dev.v0, metrics: [accuracy] }
${name}.dev.v0: { class: ${cls}, args: { samples_jsonl: tiny.jsonl } }`;
}
