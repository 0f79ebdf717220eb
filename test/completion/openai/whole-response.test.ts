import { expect, test } from "vitest";
import { WholeResponse } from "../../../src/completion/openai/whole-response.ts";

const HEADERS = new Headers({ "content-type": "application/json", "x-request-id": "r-1" });

function responseOf(text: string, status = 200): Response {
  return new WholeResponse(Buffer.from(text), status, HEADERS);
}

test("is a response with status and headers", () => {
  const response = responseOf("{}", 429);

  expect(response).toBeInstanceOf(Response);
  expect([response.status, response.ok]).toEqual([429, false]);
  expect(response.headers.get("X-Request-Id")).toBe("r-1");
});

const readers: [string, (response: Response) => Promise<unknown>, unknown][] = [
  ["text", (response) => response.text(), '{"a":"ü"}'],
  ["JSON", (response) => response.json(), { a: "ü" }],
  ["bytes", async (response) => Buffer.from(await response.arrayBuffer()).toString(), '{"a":"ü"}'],
  ["a blob", async (response) => (await response.blob()).text(), '{"a":"ü"}'],
  ["a stream", async (response) => new Response(response.body).text(), '{"a":"ü"}'],
  ["a clone", (response) => response.clone().text(), '{"a":"ü"}'],
];

test.each(readers)("is read as %s", async (_, read, expected) => {
  expect(await read(responseOf('{"a":"ü"}'))).toEqual(expected);
});

test("is read once, as the standard has it", async () => {
  const response = responseOf("x");
  await response.text();

  expect(response.bodyUsed).toBe(true);
  await expect(response.text()).rejects.toThrow(TypeError);
  expect(() => response.clone()).toThrow(TypeError);
});

test("a mark of the byte order is no part of the text", async () => {
  expect(await responseOf("\ufeff{}").json()).toEqual({});
});
