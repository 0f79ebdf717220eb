import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { checkedRows } from "../../src/data/checked-rows.ts";
import { dataFolder } from "./open.ts";

const FILES = {
  "a.jsonl": '{"n":1}\n{"n":2}\n',
  "a.csv": "n\n1\n2\n",
  "a.json": '[{"n":1},{"n":2}]',
  "a.jsonl.gz": gzipSync('{"n":1}\n'),
  "rows.mjs": "export function* rows() { for (let n = 0; ; n++) yield { n }; }\n",
};

test.each([["a.jsonl"], ["a.csv"], ["a.json"], ["a.jsonl.gz"], ["rows.mjs:rows"], ["a.j*"]])(
  "%s is not opened once the signal has aborted",
  async (reference) => {
    const opening = dataFolder(FILES).open(reference, { signal: AbortSignal.abort("SIGINT") });

    await expect(opening).rejects.toBe("SIGINT");
  },
);

test("a download that is interrupted ends at once, and nothing of it is kept", async () => {
  const server = createServer((_, response) => response.writeHead(200).write('{"n":1}\n'));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const controller = new AbortController();
  const folder = dataFolder({});
  server.on("request", () => controller.abort("SIGINT"));

  const opening = folder.open(`http://127.0.0.1:${port}/a.jsonl`, { signal: controller.signal });

  await expect(opening).rejects.toBe("SIGINT");
  expect(readdirSync(join(folder.path, ".cache/data"))).toEqual([]);
});

test("a check of rows ends where it is interrupted", async () => {
  const controller = new AbortController();
  let checked = 0;
  const Row = z.object({ n: z.number() }).refine(() => {
    checked++;
    controller.abort("SIGINT");
    return true;
  });
  const rows = await dataFolder(FILES).open("a.jsonl");

  await expect(checkedRows(rows, Row, { signal: controller.signal })).rejects.toBe("SIGINT");
  expect(checked).toBe(1);
});
