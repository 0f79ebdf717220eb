import { isKind, type Kind, kindsOf } from "../../registry/kinds.ts";
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

const DESCRIPTION_WIDTH = 60;

/** `oaieval list [KIND] [PATTERN]`: what the registry holds; a lone pattern lists evals. */
export async function list(names: ListNames, flags: ListFlags, io: Io): Promise<number> {
  const { kinds, pattern } = chosen(names);
  const registry = openRegistry({ registryPaths: flags.registryPath, cwd: io.cwd });
  const rows = registry.listEntries(kinds, pattern);
  if (flags.json) {
    io.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return 0;
  }
  const style = styleFor(io.stdout, io.env);
  const lines = table(
    ["name", "stands for", "class", "description"],
    rows.map((row) => [
      row.name,
      row.alias_of ?? "",
      row.class ?? "",
      truncate(printable(row.description ?? ""), DESCRIPTION_WIDTH),
    ]),
  );
  const [head = "", ...rest] = lines;
  for (const line of [style.dim(head), ...rest]) io.stdout.write(`${line}\n`);
  io.stderr.write(`${rows.length} in ${registry.roots.join(", ")}\n`);
  return 0;
}

/** A lone word that is no kind is a pattern of evals. */
function chosen({ kind, pattern }: ListNames): { kinds: readonly Kind[]; pattern?: string } {
  if (pattern !== undefined) return { kinds: kindsOf(kind), pattern };
  return isKind(kind) ? { kinds: kindsOf(kind) } : { kinds: ["evals"], pattern: kind };
}
