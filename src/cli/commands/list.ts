import { isKind, type Kind, kindsOf } from "../../registry/kinds.ts";
import type { EntryRow } from "../../registry/list-entries.ts";
import { metricNeeds } from "../../registry/metric-needs.ts";
import { missingNeeds } from "../../registry/needs.ts";
import type { Registry } from "../../registry/registry.ts";
import { openRegistry } from "../../run/open-registry.ts";
import { printable, truncate } from "../display-width.ts";
import type { Io } from "../io.ts";
import { styleFor } from "../style.ts";
import { table } from "../table.ts";

/** Flags of `oaieval list`. */
export interface ListFlags {
  readonly registryPath?: readonly string[];
  readonly json?: boolean;
}

/** What to list, as typed. */
export interface ListNames {
  readonly kind: string;
  readonly pattern: string | undefined;
}

const LONGEST_TEXT = 60;

/** `oaieval list [KIND] [PATTERN]`: what the registry holds; a lone pattern lists evals. */
export async function list(names: ListNames, flags: ListFlags, io: Io): Promise<number> {
  const { kinds, pattern } = chosen(names);
  const registry = openRegistry({ registryPaths: flags.registryPath, cwd: io.cwd });
  const entries = registry.listEntries(kinds, pattern);
  const rows = await withNeeds(entries, kinds, registry);
  if (flags.json) {
    io.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return 0;
  }
  const style = styleFor(io.stdout, io.env);
  const lines = linesOf(rows, kinds.includes("metrics") ? "nothing" : "ready");
  const width = io.stdout.columns ?? Number.POSITIVE_INFINITY;
  const [head = "", ...rest] = lines.map((line) => truncate(line, width));
  if (rows.length > 0) for (const line of [style.dim(head), ...rest]) io.stdout.write(`${line}\n`);
  io.stderr.write(`${rows.length} in ${registry.roots.join(", ")}\n`);
  return 0;
}

/** A row that may tell what has to be done before a function can answer, or whom a metric asks. */
interface NeedyRow extends EntryRow {
  /** Empty when it is ready; null when that cannot be told. */
  readonly needs?: readonly string[] | null;
}

async function withNeeds(
  rows: readonly EntryRow[],
  kinds: readonly Kind[],
  registry: Registry,
): Promise<readonly NeedyRow[]> {
  const needsOf = NEEDS.find(({ kind }) => kinds.includes(kind))?.needsOf;
  if (!needsOf) return rows;
  return Promise.all(rows.map(async (row) => ({ ...row, needs: await needsOf(row, registry) })));
}

const NEEDS: readonly {
  readonly kind: Kind;
  needsOf(row: EntryRow, registry: Registry): Promise<NeedyRow["needs"]>;
}[] = [
  { kind: "completion_fns", needsOf: ({ name }, registry) => missingNeeds(name, registry) },
  { kind: "metrics", needsOf: ({ name }, registry) => metricNeeds(name, registry) },
];

/** Columns by their heads; what is empty in every row is left out. */
const COLUMNS: Readonly<Record<string, (row: NeedyRow, ready: string) => string>> = {
  name: ({ name }) => name,
  "stands for": ({ alias_of }) => alias_of ?? "",
  class: (row) => row.class ?? "",
  evals: ({ evals = [] }) => short(evals.join(", ")),
  needs: needsText,
  description: ({ description }) => printable(description ?? ""),
};

/** @param ready what stands for no needs */
function linesOf(rows: readonly NeedyRow[], ready: string): string[] {
  const columns = Object.entries(COLUMNS).filter(
    ([head, cell]) => head === "name" || rows.some((row) => cell(row, ready) !== ""),
  );
  return table(
    columns.map(([head]) => head),
    rows.map((row) => columns.map(([, cell]) => cell(row, ready))),
  );
}

/** What metrics need, in words. */
const WHOM: Readonly<Record<string, string>> = { judge: "a judge", embedding: "embeddings" };

function short(text: string): string {
  return truncate(printable(text), LONGEST_TEXT);
}

function needsText({ needs }: NeedyRow, ready: string): string {
  if (!needs) return "";
  return needs.length === 0 ? ready : needs.map((need) => WHOM[need] ?? need).join(", ");
}

/** A lone word that is no kind is a pattern of evals. */
function chosen({ kind, pattern }: ListNames): { kinds: readonly Kind[]; pattern?: string } {
  if (pattern !== undefined) return { kinds: kindsOf(kind), pattern };
  return isKind(kind) ? { kinds: kindsOf(kind) } : { kinds: ["evals"], pattern: kind };
}
