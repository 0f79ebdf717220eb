import { join } from "node:path";
import { expect, test } from "vitest";
import { findLog } from "../../src/record/find-log.ts";
import { tempRegistry } from "../helpers/temp-registry.ts";

function log(name: string): string {
  return `${JSON.stringify({ spec: { run_id: "R", run_config: { name } } })}\n`;
}

const LOGS = {
  "logs/261201AAAAAAAA_flow_a.jsonl": log("nightly"),
  "logs/261202BBBBBBBB_flow_a.jsonl": log("nightly"),
  "logs/261203CCCCCCCC_flow_a.jsonl": "no log",
  "here.jsonl": log("x"),
  "nightly.jsonl": log("y"),
};

test.each([
  ["a path", "here.jsonl", "here.jsonl"],
  ["a path that is not there", "gone.jsonl", "gone.jsonl"],
  ["a run id", "261201AAAAAAAA", "logs/261201AAAAAAAA_flow_a.jsonl"],
  ["a name, of several runs that of the newest", "nightly", "logs/261202BBBBBBBB_flow_a.jsonl"],
])("a run is found by %s", async (_, reference, expected) => {
  const cwd = tempRegistry(LOGS);

  expect(await findLog(reference, { cwd, folder: join(cwd, "logs") })).toBe(join(cwd, expected));
});

test("what is neither path nor id nor name is refused with the folder that was searched", async () => {
  const cwd = tempRegistry(LOGS);

  await expect(findLog("weekly", { cwd, folder: join(cwd, "logs") })).rejects.toMatchObject({
    message: 'there is no run "weekly"',
    where: join(cwd, "logs"),
  });
});
