/** A text of literals in the spellings that its readers need; line breaks stay where they are. */
export interface LiteralText {
  /** Without comments: JSON5, where it was JSON5 or a plain Jsonnet literal. */
  readonly bare: string;
  /** Without comments and what strings hold; every character keeps its place. */
  readonly code: string;
  /** As flow YAML, whose parser tells the lines. */
  readonly yaml: string;
}

/** A comment, a string, or anything else. */
const PART =
  /(\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/)|("(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')|[^"'/#]+|[\s\S]/g;

/** @param readString gives the text that a string of JSON5 stands for */
export function readLiteralText(text: string, readString: (source: string) => string): LiteralText {
  const parts = [...text.matchAll(PART)].map(([source, comment, string]) => {
    if (comment !== undefined) return same(blank(comment));
    if (string === undefined) return { bare: source, code: source, yaml: asFlow(source) };
    const quote = string.charAt(0);
    // A break within a string moves behind it, so that lines keep their numbers.
    const code = quote + blank(string.slice(1, -1)) + quote;
    return {
      bare: string,
      code,
      yaml: JSON.stringify(readString(string)) + "\n".repeat(breaksIn(string)),
    };
  });
  const joined = (name: keyof LiteralText) => parts.map((part) => part[name]).join("");
  return { bare: joined("bare"), code: joined("code"), yaml: joined("yaml") };
}

function same(text: string): LiteralText {
  return { bare: text, code: text, yaml: text };
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

/** A colon without a space behind it is part of a word in YAML. */
function asFlow(code: string): string {
  return code.replaceAll("\t", " ").replaceAll(":", ": ");
}

function breaksIn(text: string): number {
  return text.split("\n").length - 1;
}
