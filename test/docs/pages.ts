import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The pages whose examples are run. */
export const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "docs/run-evals.md",
  "docs/build-eval.md",
  "docs/custom-eval.md",
  "docs/completion-fns.md",
  "docs/systems.md",
  "docs/metrics.md",
  "docs/langstudio.md",
  "docs/routing.md",
  "docs/flows.md",
  "docs/promptflow.md",
  "docs/cache.md",
  "docs/eval-templates.md",
  "docs/log-format.md",
  "docs/resume.md",
  "docs/compat.md",
  "docs/ci.md",
  "docs/performance.md",
  "docs/architecture.md",
];

/** The project's folder. */
export const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** A fenced block of a page, with the words behind its language. */
export interface Block {
  readonly language: string;
  /** `file=a.yaml run` as `file` with `a.yaml`, and `run` with an empty text. */
  readonly marks: ReadonlyMap<string, string>;
  readonly text: string;
  /** `page:line` of the fence. */
  readonly where: string;
}

/** The text of a page. */
export function readPage(page: string): string {
  return readFileSync(`${PROJECT}/${page}`, "utf8");
}

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): Block[] {
  const text = readPage(page);
  return [...text.matchAll(/^```(\S*)([^\n]*)\n(.*?)^```$/gms)].map((match) => {
    const [, language = "", words = "", content = ""] = match;
    const line = text.slice(0, match.index).split("\n").length;
    return { language, marks: marksOf(words), text: content, where: `${page}:${line}` };
  });
}

/** The page without its fenced blocks and without code in a line. */
export function proseOf(page: string): string {
  return readPage(page)
    .replace(/^```.*?^```$/gms, "")
    .replace(/`[^`\n]+`/g, "");
}

function marksOf(words: string): ReadonlyMap<string, string> {
  const marks = words.split(" ").filter(Boolean);
  return new Map(
    marks.map((mark) => {
      const [name = "", ...value] = mark.split("=");
      return [name, value.join("=")];
    }),
  );
}
