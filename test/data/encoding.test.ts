import { expect, test } from "vitest";
import { dataFolder } from "./open.ts";

const LINE = '{"input":"né"}\n';

function bigEndian(text: string): Buffer {
  return Buffer.from(text, "utf16le").swap16();
}

function utf32(text: string): Buffer {
  return Buffer.concat([...text].map((c) => Buffer.from([...Buffer.from(c, "utf16le"), 0, 0])));
}

test.each([
  ["UTF-16 with a mark", Buffer.from(`\uFEFF${LINE}`, "utf16le"), "UTF-16"],
  ["UTF-16 in the other order", bigEndian(`\uFEFF${LINE}`), "UTF-16"],
  ["UTF-16 without a mark", Buffer.from(LINE, "utf16le"), "UTF-16LE"],
  ["UTF-16 without a mark, in the other order", bigEndian(LINE), "UTF-16BE"],
  ["UTF-32", utf32(`\uFEFF${LINE}`), "UTF-32"],
])("R43: %s is refused by its name", async (_name, bytes, encoding) => {
  const folder = dataFolder({ "a.jsonl": bytes, "a.csv": bytes, "a.json": bytes });

  for (const file of ["a.jsonl", "a.csv", "a.json"]) {
    await expect(folder.open(file)).rejects.toMatchObject({
      name: "DataError",
      message: `"${folder.path}/${file}" is ${encoding}, not UTF-8`,
      where: `${folder.path}/${file}:1`,
      fix: expect.stringContaining(`iconv -f ${encoding} -t UTF-8`),
    });
  }
});

test("R43: a JSON array in UTF-16 without a mark is refused as well", async () => {
  const folder = dataFolder({ "a.json": Buffer.from(`[${LINE}]`, "utf16le") });

  await expect(folder.open("a.json")).rejects.toThrow("is UTF-16LE, not UTF-8");
});

test.for([
  ["Latin-1", Buffer.from('{"a":"x"}\n{"a":"né"}\n', "latin1"), 2, 8, "E9"],
  ["a character cut short", Buffer.from([...Buffer.from('{"a":"é"}')].slice(0, 7)), 1, 7, "C3"],
  ["an overlong form", Buffer.from([0x22, 0xc0, 0x80, 0x22]), 1, 2, "C0"],
  ["half a surrogate pair", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 1, 2, "ED"],
] as const)("R43: %s is refused with line and byte", async ([_name, bytes, line, byte, value]) => {
  const folder = dataFolder({ "a.jsonl": bytes });

  await expect(folder.open("a.jsonl")).rejects.toMatchObject({
    name: "DataError",
    message: `"${folder.path}/a.jsonl" is not UTF-8: byte ${byte} of the line is 0x${value}`,
    where: `${folder.path}/a.jsonl:${line}`,
    fix: expect.stringContaining("iconv -f WINDOWS-1252 -t UTF-8"),
  });
});

test("R43: a bad byte far into a file is found on its line", async () => {
  const lines = Array.from({ length: 200_000 }, (_, n) => `{"n":${n}}`);
  const bytes = Buffer.from(lines.join("\n"), "latin1");
  bytes[bytes.lastIndexOf("199999")] = 0xff;
  const folder = dataFolder({ "a.jsonl": bytes });

  await expect(folder.open("a.jsonl")).rejects.toMatchObject({
    where: `${folder.path}/a.jsonl:200000`,
  });
});

test("R43: bytes that are not UTF-8 are refused in CSV and JSON too", async () => {
  const folder = dataFolder({
    "a.csv": Buffer.from("input\nfine\nné\n", "latin1"),
    "a.json": Buffer.from('[{"a":"x"},\n{"a":"né"}]', "latin1"),
  });

  await expect(folder.open("a.csv")).rejects.toMatchObject({ where: `${folder.path}/a.csv:3` });
  await expect(folder.open("a.json")).rejects.toMatchObject({ where: `${folder.path}/a.json:2` });
});
