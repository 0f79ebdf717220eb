import { expect, test } from "vitest";
import { MatchColumns } from "../../src/record/match-columns.ts";

test("matches are given back as they were recorded, in their order", () => {
  const matches = [
    { sampleId: "qa.dev.12", correct: true },
    { sampleId: "qa.dev.3", correct: false },
    { sampleId: "qa.dev.3", correct: true, share: 0.75 },
    { sampleId: "qa.dev.4", correct: false, share: 0, cluster: 0 },
    { sampleId: "qa.dev.4", correct: false, cluster: 7 },
  ];
  const columns = new MatchColumns();
  for (const match of matches) columns.add(match);
  expect(columns.records).toStrictEqual(matches);
});

test.each([
  ["with another beginning", "other.dev.1"],
  ["without a number", "qa.dev.first"],
  ["with a number that is written in another way", "qa.dev.007"],
  ["with nothing behind the dot", "qa.dev."],
  ["without a dot", "qa"],
  ["that is empty", ""],
])("an id %s is kept as it is", (_, sampleId) => {
  const behind = new MatchColumns();
  for (const id of ["qa.dev.1", sampleId]) behind.add({ sampleId: id, correct: true });
  expect(behind.records.map((match) => match.sampleId)).toEqual(["qa.dev.1", sampleId]);

  const first = new MatchColumns();
  for (const id of [sampleId, "qa.dev.1"]) first.add({ sampleId: id, correct: true });
  expect(first.records.map((match) => match.sampleId)).toEqual([sampleId, "qa.dev.1"]);
});

test("what is recorded after the matches were asked for is among them the next time", () => {
  const columns = new MatchColumns();
  columns.add({ sampleId: "s.0", correct: true });
  expect(columns.records).toHaveLength(1);
  columns.add({ sampleId: "s.1", correct: false });
  expect(columns.records).toHaveLength(2);
});
