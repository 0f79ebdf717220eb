import { expect, test } from "vitest";
import { listRows } from "../../src/core/row-source.ts";
import { findClusters } from "../../src/run/find-clusters.ts";

const ROWS = [
  { text: "a", topic: "rivers" },
  { text: "b", topic: "hills" },
  { text: "c" },
  { text: "d", topic: "rivers" },
  { text: "e", topic: null },
  { text: "f", topic: ["rivers"] },
];

test("rows may have any numbers", async () => {
  const rows = listRows([{ topic: "a" }], "rows");
  const numbered = { ...rows, count: 2, numbers: [3, 90], read: () => rows.read(0) };

  const clusters = await findClusters(numbered, { field: "topic", indices: [90, 3] });

  expect([3, 90].map((number) => clusters.of(number))).toEqual([0, 0]);
});

test("rows with the same value belong together, those without one stand alone", async () => {
  const clusters = await findClusters(listRows(ROWS, "rows"), {
    field: "topic",
    indices: [5, 4, 3, 2, 1, 0],
  });

  expect([0, 1, 2, 3, 4, 5].map((index) => clusters.of(index))).toEqual([
    0,
    1,
    undefined,
    0,
    undefined,
    2,
  ]);
  expect(clusters).toMatchObject({ count: 3, lacking: 2 });
});

test("only the chosen rows are looked at", async () => {
  const clusters = await findClusters(listRows(ROWS, "rows"), { field: "topic", indices: [3, 1] });

  expect(clusters).toMatchObject({ count: 2, lacking: 0 });
});

test.each([
  { field: "topik", fix: 'did you mean "topic"?' },
  { field: "toString", fix: "rows have text, topic" },
])("a field that no row has is refused: $field", async ({ field, fix }) => {
  const finding = findClusters(listRows(ROWS, "rows"), { field, indices: [0, 1] });

  await expect(finding).rejects.toMatchObject({
    name: "ConfigError",
    message: `no row has a value in the field "${field}"`,
    where: "--cluster-by",
    fix,
  });
});

test("where no row is chosen, no field is missed", async () => {
  const clusters = await findClusters(listRows(ROWS, "rows"), { field: "topik", indices: [] });

  expect(clusters.count).toBe(0);
});
