import type { RegexNode, Repeat } from "./nodes.ts";
import { PatternFault } from "./pattern-fault.ts";
import type { PatternReader } from "./reader.ts";

/**
 * Reads `*`, `+?`, `{2,3}` and their like.
 *
 * @param repeated what stands before it
 * @returns undefined when no quantifier is next; a brace may be a plain character
 * @throws {PatternFault} when there is nothing that could be repeated
 */
export function parseQuantifier(
  reader: PatternReader,
  repeated: RegexNode | undefined,
): Repeat | undefined {
  const bounds = parseBounds(reader);
  if (!bounds) return undefined;
  if (!repeated || repeated.type === "assertion") {
    throw new PatternFault("a quantifier has nothing to repeat");
  }
  if (repeated.type === "repeat") throw new PatternFault("one quantifier follows another");
  const [min, max] = bounds;
  if (min > max) throw new PatternFault(`{${min},${max}}: the minimum is above the maximum`);
  return { type: "repeat", min, max, mode: parseMode(reader), body: repeated };
}

type Bounds = readonly [min: number, max: number];

function parseBounds(reader: PatternReader): Bounds | undefined {
  if (reader.takeIf("*")) return [0, Number.POSITIVE_INFINITY];
  if (reader.takeIf("+")) return [1, Number.POSITIVE_INFINITY];
  if (reader.takeIf("?")) return [0, 1];
  return parseBraces(reader);
}

function parseBraces(reader: PatternReader): Bounds | undefined {
  const start = reader.place;
  if (!reader.takeIf("{") || reader.peek() === "}") return backTo(start, reader);
  const low = reader.takeWhile(/[0-9]/);
  const hasComma = reader.takeIf(",");
  const high = hasComma ? reader.takeWhile(/[0-9]/) : low;
  if (!reader.takeIf("}")) return backTo(start, reader);
  return [Number(low), high === "" ? Number.POSITIVE_INFINITY : Number(high)];
}

function backTo(start: number, reader: PatternReader): undefined {
  reader.goTo(start);
  return undefined;
}

function parseMode(reader: PatternReader): Repeat["mode"] {
  if (reader.takeIf("?")) return "lazy";
  return reader.takeIf("+") ? "possessive" : "greedy";
}
