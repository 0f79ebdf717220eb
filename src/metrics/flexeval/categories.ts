import { z } from "zod";
import { ConfigError, DataError } from "../../core/errors.ts";
import type { MetricRow } from "../../core/metric.ts";
import { pythonText } from "../../core/python-repr.ts";
import type { RowSource } from "../../core/row-source.ts";

/** One field or several whose values get means of their own. */
export const CategoryKey = z.union([z.string(), z.array(z.string())]).nullish();
/** See the schema of the same name. */
export type CategoryKey = z.infer<typeof CategoryKey>;

/**
 * The categories of a row, as Python writes them; it is in each one of a list.
 *
 * @throws {DataError} for a category that is a mapping or a list within a list
 */
export function categoriesOf({ extra_info, where }: MetricRow, key: CategoryKey): string[] {
  const values = keysOf(key).flatMap((name) =>
    Object.hasOwn(extra_info, name) ? [extra_info[name]].flat() : [],
  );
  const odd = values.find((value) => typeof value === "object" && value !== null);
  if (odd === undefined) return [...new Set(values.map(pythonText))];
  throw new DataError(`the category ${JSON.stringify(odd)} is no text`, {
    where,
    fix: "set category_key to a field with a text, or with a list of texts",
  });
}

/**
 * Looks whether there is a row with each of the keys.
 *
 * @throws {ConfigError} when no row has one
 */
export async function requireCategories(
  rows: RowSource<MetricRow> | null,
  key: CategoryKey,
): Promise<void> {
  const unseen = new Set(keysOf(key));
  if (rows === null || rows.count === 0 || unseen.size === 0) return;
  for await (const row of rows.rows()) {
    categoriesOf(row, key);
    for (const name of unseen) if (Object.hasOwn(row.extra_info, name)) unseen.delete(name);
  }
  const [name] = unseen;
  if (name === undefined) return;
  throw new ConfigError(`no row has the field "${name}", which is the category_key`, {
    where: rows.where(0),
    fix: "name a field of the rows",
  });
}

function keysOf(key: CategoryKey): readonly string[] {
  return [key ?? []].flat();
}
