import { expect, test } from "vitest";
import { csvRow } from "../../src/record/csv.ts";
import { readLog } from "../../src/record/read-log.ts";
import { samplesCsv } from "../../src/record/samples-csv.ts";
import { collect, event, SPEC } from "./log-data.ts";
import { logFile } from "./temp-log.ts";

test.each([
  [["a", "b"], "a,b"],
  [["a,b", 'say "hi"', "two\nlines", "cr\r"], '"a,b","say ""hi""","two\nlines","cr\r"'],
  [[null, undefined, ""], ',,""'],
  [[1, 0.1, true, false, 1e21], "1,0.1,true,false,1e+21"],
  [[{ a: [1, "x"] }, ["Peru", "Chad"]], '"{""a"":[1,""x""]}","[""Peru"",""Chad""]"'],
  [[" spaces ", "=1+1", "東京"], " spaces ,=1+1,東京"],
])("values become a row: %j", (values, row) => {
  expect(csvRow(values)).toBe(`${row}\r\n`);
});

test("a log becomes one row a sample, with a column for each metric of any sample", async () => {
  const log = logFile([
    { spec: SPEC },
    event({ sample_id: "s.0", type: "sampling", data: { prompt: "1, 2", sampled: ["three"] } }),
    event({ sample_id: "s.0", data: { correct: true, expected: "three", picked: "three" } }),
    event({ sample_id: "s.0", type: "metrics", data: { f1: 0.75, why: "own" } }),
    event({
      sample_id: "s.1",
      type: "error",
      data: { type: "E", message: "no\nanswer" },
      repeat: 1,
    }),
    event({ sample_id: "s.2", type: "metrics", data: { reason: "it is short", f1: 0 } }),
  ]);

  const rows = await collect(samplesCsv(await readLog(log)));

  expect(rows).toEqual([
    "sample_id,repeat,prompt,answer,expected,picked,correct,failed,error,why,f1,metrics.why,reason\r\n",
    's.0,,"1, 2",three,three,three,true,false,,,0.75,own,\r\n',
    's.1,1,,,,,,true,"E: no\nanswer",E: no answer,,,\r\n',
    "s.2,,,,,,,false,,,0,,it is short\r\n",
  ]);
});

test("a log without samples has only the names of the columns", async () => {
  const rows = await collect(samplesCsv(await readLog(logFile([{ spec: SPEC }]))));

  expect(rows).toEqual([
    "sample_id,repeat,prompt,answer,expected,picked,correct,failed,error,why\r\n",
  ]);
});
