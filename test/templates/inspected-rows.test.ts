import { expect, test } from "vitest";
import { DataError } from "../../src/core/errors.ts";
import { listRows, type RowSource } from "../../src/core/row-source.ts";
import { inspectRows } from "../../src/templates/inspected-rows.ts";
import { noticeRows } from "../../src/templates/row-notice.ts";

async function all<T>(source: RowSource<T>): Promise<T[]> {
  const rows: T[] = [];
  for await (const row of source.rows()) rows.push(row);
  return rows;
}

test("rows are counted once, however often they are read", async () => {
  const told: string[] = [];
  const notice = noticeRows(
    (row) => "odd" in row,
    (rows) => told.push(rows),
  );
  const data = [{}, { odd: 1 }, null, { odd: 3 }];
  const source = inspectRows(listRows(data, "a.jsonl"), [notice]);

  expect(await all(source)).toEqual(data);
  expect(await all(source)).toEqual(data);

  expect(told).toEqual(["2 rows (first: a.jsonl:2)"]);
});

test("a row that an inspector refuses ends the reading", async () => {
  const refuse = (_: unknown, where: string) => {
    throw new DataError("no", { where });
  };
  const source = inspectRows(listRows([1], "a.jsonl"), [{ see: refuse }]);

  await expect(all(source)).rejects.toMatchObject({ where: "a.jsonl:1" });
});

test("everything else is as in the source", async () => {
  const source = inspectRows(listRows(["a", "b"], "a.jsonl"), []);

  expect(source.count).toBe(2);
  expect(source.files).toEqual([]);
  expect(source.where(1)).toBe("a.jsonl:2");
  expect(await source.read(1)).toBe("b");
});
