import {
  type Document,
  isMap,
  isScalar,
  LineCounter,
  type Pair,
  parseDocument,
  visit,
  type YAMLError,
  type Node as YamlNode,
} from "yaml";

/** One name of a YAML file and what it stands for. */
export interface YamlEntry {
  readonly name: string;
  readonly value: unknown;
  /** Line of the name, from 1. */
  readonly line: number;
  /** The value as it is written, for warnings about the writing. */
  readonly node: YamlNode | null;
}

/** What a text holds; a text with a fault holds no entries. */
export interface YamlText {
  readonly entries: readonly YamlEntry[];
  readonly lines: LineCounter;
  /** Why the text cannot be used, as `line:column: reason`. */
  readonly fault: string | undefined;
}

/** A text as the parser has it. */
export interface YamlDocument {
  readonly document: Document;
  readonly lines: LineCounter;
  /** Why the text cannot be used, as `line:column: reason`. */
  readonly fault: string | undefined;
}

/**
 * Reads a mapping of named entries. The values are those of PyYAML for every file of openai/evals.
 */
export function parseYaml(text: string): YamlText {
  const { document, lines, fault } = parseYamlDocument(text);
  if (fault !== undefined) return { entries: [], lines, fault };
  try {
    return { entries: readEntries(document, lines), lines, fault };
  } catch (error) {
    return { entries: [], lines, fault: lateFault(error) };
  }
}

/** Why a document has no value: an alias bomb, a merge of no mapping. The parser gives no place. */
export function lateFault(error: unknown): string {
  return `1:1: ${error instanceof Error ? error.message : String(error)}`;
}

/** Reads any text: YAML 1.2, repeated keys allowed (the last wins), `<<` merges. */
export function parseYamlDocument(text: string): YamlDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    logLevel: "error",
    merge: true,
    prettyErrors: false,
    uniqueKeys: false,
  });
  const broken = (offset: number, reason: string): YamlDocument => {
    const { line, col } = lines.linePos(offset);
    return { document, lines, fault: `${line}:${col}: ${reason}` };
  };

  const [alias] = danglingAliases(document);
  if (alias) return broken(alias.offset, alias.reason);
  const [error] = document.errors;
  if (error) return broken(error.pos[0], reasonOf(error));
  const unknownTag = document.warnings.find(({ code }) => code === "TAG_RESOLVE_FAILED");
  if (unknownTag) return broken(unknownTag.pos[0], UNKNOWN_TAG);
  return { document, lines, fault: undefined };
}

/** A mapping's key as JavaScript has it. */
export function keyOf(pair: Pair): string {
  if (!isScalar(pair.key)) return String(pair.key);
  return typeof pair.key.value === "symbol" ? MERGE : String(pair.key.value ?? "");
}

/** Where a mapping's key begins, in characters from 0. */
export function offsetOf(pair: Pair): number {
  return isScalar(pair.key) ? (pair.key.range?.[0] ?? 0) : 0;
}

/** The key `<<`, which merges other mappings into its own. */
export const MERGE = "<<";

function readEntries(document: Document, lines: LineCounter): YamlEntry[] {
  const { contents } = document;
  if (!isMap(contents)) return [];
  const entries = contents.items.map((pair) => {
    const node = pair.value as YamlNode | null; // a parsed document holds nodes or nothing
    const { line } = lines.linePos(offsetOf(pair));
    return { name: keyOf(pair), value: node?.toJS(document) ?? null, line, node };
  });
  return entries.flatMap((entry) => (entry.name === MERGE ? merged(entry, entries) : [entry]));
}

/** The entries that a top-level `<<` brings in; names that are written out win over them. */
function merged(merge: YamlEntry, written: readonly YamlEntry[]): YamlEntry[] {
  const sources: readonly unknown[] = [merge.value].flat();
  const values = Object.assign({}, ...sources.toReversed()) as Record<string, unknown>;
  return Object.entries(values)
    .filter(([name]) => !written.some((entry) => entry.name === name))
    .map(([name, value]) => ({ name, value, line: merge.line, node: null }));
}

/** Aliases without an anchor: nearly always a text that begins with `*` and lacks its quotes. */
function danglingAliases(document: Document): { offset: number; reason: string }[] {
  const dangling: { offset: number; reason: string }[] = [];
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document)) return;
      const reason = `"*${alias.source}" is an alias without an anchor; quote a text that begins with "*"`;
      dangling.push({ offset: alias.range?.[0] ?? 0, reason });
    },
  });
  return dangling;
}

/** Such a value would lose its tag without a word: `!=: qa` would be read as `qa`. */
const UNKNOWN_TAG = 'what begins with "!" is a tag that means nothing here; quote it, as in "!="';

function reasonOf(error: YAMLError): string {
  if (error.code === "MULTIPLE_DOCS") return 'a second document begins here; remove the "---"';
  return error.message;
}
