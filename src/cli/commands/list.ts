import { isKind, type Kind, kindsOf } from "../../registry/kinds.ts";
import type { EntryRow } from "../../registry/list-entries.ts";
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
  const rows: readonly NeedyRow[] = kinds.includes("completion_fns")
    ? await withNeeds(entries, registry)
    : entries;
  if (flags.json) {
    io.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return 0;
  }
  const style = styleFor(io.stdout, io.env);
  const [head = "", ...rest] = linesOf(rows);
  for (const line of [style.dim(head), ...rest]) io.stdout.write(`${line}\n`);
  io.stderr.write(`${rows.length} in ${registry.roots.join(", ")}\n`);
  return 0;
}

/** A row that may tell what has to be done before a function can answer. */
interface NeedyRow extends EntryRow {
  /** Empty when it is ready; null when its class does not say. */
  readonly needs?: readonly string[] | null;
}

async function withNeeds(rows: readonly EntryRow[], registry: Registry): Promise<NeedyRow[]> {
  return Promise.all(
    rows.map(async (row) => ({ ...row, needs: await missingNeeds(row.name, registry) })),
  );
}

/** Columns by their heads; what is empty in every row is left out. */
const COLUMNS: Readonly<Record<string, (row: NeedyRow) => string>> = {
  name: ({ name }) => name,
  "stands for": ({ alias_of }) => alias_of ?? "",
  class: (row) => row.class ?? "",
  evals: ({ evals = [] }) => short(evals.join(", ")),
  needs: needsText,
  description: ({ description }) => short(description ?? ""),
};

function linesOf(rows: readonly NeedyRow[]): string[] {
  const columns = Object.entries(COLUMNS).filter(
    ([head, cell]) => head === "name" || rows.some((row) => cell(row) !== ""),
  );
  return table(
    columns.map(([head]) => head),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
  );
}

function short(text: string): string {
  return truncate(printable(text), LONGEST_TEXT);
}

function needsText({ needs }: NeedyRow): string {
  if (!needs) return "";
  return needs.length === 0 ? "ready" : needs.join(", ");
}

/** A lone word that is no kind is a pattern of evals. */
function chosen({ kind, pattern }: ListNames): { kinds: readonly Kind[]; pattern?: string } {
  if (pattern !== undefined) return { kinds: kindsOf(kind), pattern };
  return isKind(kind) ? { kinds: kindsOf(kind) } : { kinds: ["evals"], pattern: kind };
}
