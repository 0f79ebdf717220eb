import { win32 } from "node:path";
import { expect, test } from "vitest";
import { defaultLogPath, logFileName } from "../../src/record/log-path.ts";

const runId = "261130204626OXKEE7DQ";

test("a log is named after its run, the function and the eval", () => {
  const path = defaultLogPath({ runId, fn: "gpt-4o", eval: "test-match" }, "linux");

  // The number is that of a user who may not write into the folder that another one made.
  expect(path).toMatch(/^\/tmp\/evallogs(-\d+)?\/261130204626OXKEE7DQ_gpt-4o_test-match\.jsonl$/);
});

test.each([
  ["org/model:tag", "org_model_tag"],
  ["ns/fn,judge", "ns_fn_judge"],
  ["../../etc/passwd", ".._.._etc_passwd"],
  ['a\\b|c?d*e"f<g>h', "a_b_c_d_e_f_g_h"],
  ["a b\tc\nd\u0000e", "a_b_c_d_e"],
  ["ft:gpt-4o-mini:acme::9abC", "ft_gpt-4o-mini_acme__9abC"],
  ["C++_k=v.1", "C++_k=v.1"],
  ["모델-модель-模型", "모델-модель-模型"],
  ["👍🏽", "__"],
])("R123: %j becomes a safe part of the file's name", (typed, safe) => {
  expect(logFileName({ runId, fn: typed, eval: "e" })).toBe(`${runId}_${safe}_e.jsonl`);
});

test("R123: on Windows the log is in the system's temporary folder, under a name Windows takes", () => {
  const path = defaultLogPath({ runId, fn: "org/model:tag", eval: "./my\\eval.ts:E" }, "win32");

  expect(win32.basename(win32.dirname(path))).toBe("evallogs");
  expect(win32.basename(path)).toBe(`${runId}_org_model_tag_._my_eval.ts_E.jsonl`);
  expect(win32.basename(path)).not.toMatch(/[<>:"/\\|?*]/);
});

test.each([
  ["a".repeat(500), "short", /^.{21}a{202,}_short\.jsonl$/],
  ["short", "e".repeat(500), /^.{21}short_e{200,}\.jsonl$/],
  ["a".repeat(500), "e".repeat(500), /^.{21}a{110,}_e{110,}\.jsonl$/],
  ["模".repeat(200), "评".repeat(200), /^.{21}模{35,}_评{35,}\.jsonl$/u],
  ["𠀀".repeat(200), "e", /^.{21}𠀀{50,}_e\.jsonl$/u],
])(
  "a name that is too long for a file system is cut, and keeps both parts",
  (fn, evalName, pattern) => {
    const name = logFileName({ runId, fn, eval: evalName });

    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name).toMatch(pattern);
  },
);
