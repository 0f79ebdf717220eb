import fc from "fast-check";
import { expect, test } from "vitest";
import { XxHash32, xxHash32 } from "../../src/data/xxhash32.ts";

// Values of xxhsum -H32 0.8.1.
test.each([
  ["", 0x02cc5d05],
  ["a", 0x550d7456],
  ["abc", 0x32d153ff],
  ["Nobody inspects the spammish repetition", 0xe2293b2f],
  [`${"0123456789abcdef".repeat(7)}xyz`, 0x767659e8],
])("the checksum of %j is as xxhsum has it", (text, expected) => {
  expect(xxHash32(Buffer.from(text))).toBe(expected);
});

test("the checksum is the same however the bytes come", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 70 })), (pieces) => {
      const hash = new XxHash32();
      for (const piece of pieces) hash.update(Buffer.from(piece));

      expect(hash.digest()).toBe(xxHash32(Buffer.concat(pieces)));
    }),
  );
});
