import { once } from "node:events";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { connectProxy } from "../completion/connect-proxy.ts";
import { dataFolder } from "./open.ts";

/** A loopback server; ends with the test. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that counts requests and answers the first with `1`, the next with `2`, and so on. */
async function counting(): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const origin = await serve((_, response) => response.end(`${++requests}\n`));
  return { url: `${origin}/sets/a.jsonl`, requests: () => requests };
}

test("a file is fetched once and then read from the cache, named by its address", async () => {
  const { url, requests } = await counting();
  const folder = dataFolder({});

  const rows = await folder.open(url);

  expect(await rows.read(0)).toBe(1);
  expect(rows.where(0)).toBe(`${url}:1`);
  expect(rows.files).toEqual([
    {
      path: url,
      // printf '1\n' | sha256sum
      sha256: "4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865",
      rows: 1,
    },
  ]);
  expect(await folder.rows(url)).toEqual([1]);
  expect(requests()).toBe(1);
});

test("without the cache it is fetched again", async () => {
  const { url } = await counting();
  const folder = dataFolder({});

  expect(await folder.rows(url)).toEqual([1]);
  expect(await folder.rows(url, { useCache: false })).toEqual([2]);
  expect(await folder.rows(url)).toEqual([2]);
});

test("its checksum is kept beside it as sha256sum writes it, and nothing else is left", async () => {
  const { url } = await counting();
  const folder = dataFolder({});
  await folder.open(url);

  const files = readdirSync(join(folder.path, ".cache/data")).sort();
  const note = files.find((name) => name.endsWith(".sha256")) ?? "";
  const data = files.find((name) => name.endsWith("-a.jsonl")) ?? "";

  expect(files).toHaveLength(2);
  expect(readFileSync(join(folder.path, ".cache/data", note), "utf8")).toBe(
    `4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865  ${data}\n`,
  );
});

test("a kept file that was changed is refused, one that is gone is fetched again", async () => {
  const { url, requests } = await counting();
  const folder = dataFolder({});
  await folder.open(url);
  const cache = join(folder.path, ".cache/data");
  const file = join(cache, readdirSync(cache).find((name) => name.endsWith(".jsonl")) ?? "");

  writeFileSync(file, "7\n");
  await expect(folder.open(url)).rejects.toMatchObject({
    name: "DataError",
    message: expect.stringContaining(`the kept copy of ${url} was changed`),
    where: file,
    fix: "delete it, and it is fetched again",
  });

  rmSync(file);
  expect(await folder.rows(url)).toEqual([2]);
  expect(requests()).toBe(2);
});

test("the end of the address tells the format; its query is asked for but never shown", async () => {
  const paths: string[] = [];
  const origin = await serve((request, response) => {
    paths.push(request.url ?? "");
    response.end(gzipSync("n\n1\n"));
  });
  const folder = dataFolder({});

  const rows = await folder.open(`${origin}/a.csv.gz?sig=CANARY`);

  expect(await rows.read(0)).toEqual({ n: "1" });
  expect(rows.where(0)).toBe(`${origin}/a.csv.gz:2`);
  expect(rows.files[0]?.path).toBe(`${origin}/a.csv.gz`);
  expect(paths).toEqual(["/a.csv.gz?sig=CANARY"]);
});

test.each([
  [404, "404 Not Found"],
  [403, "403 Forbidden"],
  [500, "500 Internal Server Error"],
  [204, "204 No Content"],
])("an answer with status %i is refused and not kept", async (status, answer) => {
  const origin = await serve((_, response) => response.writeHead(status).end());
  const folder = dataFolder({});

  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(folder.open(`${origin}/a.jsonl?token=CANARY`)).rejects.toMatchObject({
      name: "ConfigError",
      message: `the server answers ${answer}, not with the data`,
      where: `${origin}/a.jsonl`,
      fix: "check the address, and whether it asks for a login",
    });
  }
});

test("a page of HTML instead of data is told as such", async () => {
  const origin = await serve((_, response) => response.end("<!doctype html><p>Sign in</p>"));
  const rows = await dataFolder({}).open(`${origin}/a.jsonl`);

  await expect(rows.read(0)).rejects.toMatchObject({
    message: "the row is not JSON: this is HTML or XML, not JSON",
    where: `${origin}/a.jsonl:1:1`,
  });
});

test("an address where nobody listens is refused", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");

  await expect(dataFolder({}).open(`http://127.0.0.1:${port}/a.jsonl`)).rejects.toMatchObject({
    name: "ConfigError",
    message: `the data cannot be fetched: connect ECONNREFUSED 127.0.0.1:${port}`,
    where: `http://127.0.0.1:${port}/a.jsonl`,
    fix: "check the address and the network",
  });
});

test("an answer that breaks off is refused, and what came of it is not kept", async () => {
  const origin = await serve((_, response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write("1\n2\n", () => response.destroy());
  });
  const folder = dataFolder({});

  await expect(folder.open(`${origin}/a.jsonl`)).rejects.toThrow("the data cannot be fetched");
  expect(readdirSync(join(folder.path, ".cache/data"))).toEqual([]);
});

test("a redirect is followed", async () => {
  const origin = await serve(({ url }, response) => {
    if (url === "/new.jsonl") response.end("1\n");
    else response.writeHead(302, { location: "/new.jsonl" }).end();
  });

  expect(await dataFolder({}).rows(`${origin}/old.jsonl`)).toEqual([1]);
});

test("an address with a password is refused without showing it", async () => {
  const opening = dataFolder({}).open("https://ann:CANARY@data.example/a.jsonl");

  await expect(opening).rejects.toMatchObject({
    name: "ConfigError",
    message: "the address of the data at data.example holds a password",
    where: undefined,
  });
});

test("the proxies of the environment are taken", async () => {
  const { url } = await counting();
  const proxy = await connectProxy();
  vi.stubEnv("http_proxy", proxy.url);
  vi.stubEnv("no_proxy", "");
  onTestFinished(() => void vi.unstubAllEnvs());

  expect(await dataFolder({}).rows(url)).toEqual([1]);
  expect(proxy.asked).toEqual([new URL(url).host]);
});

test("a proxy that is no address is refused", async () => {
  vi.stubEnv("http_proxy", "http://");
  onTestFinished(() => void vi.unstubAllEnvs());

  await expect(dataFolder({}).open("http://data.example/a.jsonl")).rejects.toMatchObject({
    name: "ConfigError",
    message: "HTTP_PROXY or HTTPS_PROXY is not the address of a proxy",
  });
});
