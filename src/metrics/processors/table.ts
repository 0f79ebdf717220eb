import { z } from "zod";
import { splitWords, strip } from "../text/white-space.ts";

/** Changes a text before it is compared. */
export type Processor = (text: string) => string;

/** How a processor is made of its args. */
export interface ProcessorKind {
  readonly Args: z.ZodType;
  make(args: never): Processor | Promise<Processor>;
}

const None = z.strictObject({});
const Pattern = z.strictObject({ pattern: z.string() });
const Prefix = z.strictObject({ answer_prefix: z.string().nullish() });

/** The processors by the names that flexeval has for them. */
export const PROCESSORS: ReadonlyMap<string, ProcessorKind> = new Map<string, ProcessorKind>([
  ["AIONormalizer", { Args: None, make: () => normalizeQuizAnswer }],
  ["LastLineExtractor", { Args: None, make: () => lastLine }],
  ["NFKCNormalizer", { Args: None, make: () => (text) => text.normalize("NFKC") }],
  ["NoopNormalizer", { Args: None, make: () => (text) => text }],
  ["RegexExtractor", { Args: Pattern, make: extract }],
  ["RegexNormalizer", { Args: Pattern, make: extract }],
  ["RemoveCommaProcessor", { Args: None, make: () => withoutCommas }],
  ["SimpleEvalMGSMProcessor", { Args: Prefix, make: lastNumber }],
  ["StringLower", { Args: None, make: () => (text) => text.toLowerCase() }],
  ["StringStrip", { Args: None, make: () => strip }],
]);

/** The engine of patterns is imported only for those who have one. */
async function extract({ pattern }: z.infer<typeof Pattern>): Promise<Processor> {
  const { extractor } = await import("./extract.ts");
  return extractor(pattern);
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf("\n") + 1);
}

function withoutCommas(text: string): string {
  return text.replaceAll(",", "");
}

/** As the scorer of the Japanese quiz competition AIO compares: no brackets, marks and spaces. */
function normalizeQuizAnswer(text: string): string {
  const plain = text.replaceAll("～", "〜").normalize("NFKC").toLowerCase();
  const bare = plain
    .replace(/「([^\n]*?)」/g, "$1")
    .replace(/『([^\n]*?)』/g, "$1")
    .replace(/[・=-]/g, "");
  return splitWords(bare)
    .join("")
    .replace(/\([^\n]*?\)/g, "");
}

/** The last number of a text, without a fraction of zeros; of what stands after the prefix. */
function lastNumber({ answer_prefix: prefix }: z.infer<typeof Prefix>): Processor {
  return (text) => {
    const answer = prefix ? text.slice(startOfAnswer(text, prefix)) : text;
    const numbers = withoutCommas(answer).match(/-?\p{Nd}+\.?\p{Nd}*/gu);
    const number = numbers?.at(-1) ?? "";
    return number.includes(".") ? number.replace(/0+$/, "").replace(/\.+$/, "") : number;
  };
}

function startOfAnswer(text: string, prefix: string): number {
  const at = text.lastIndexOf(prefix);
  return at === -1 ? 0 : at + prefix.length;
}
