// JSON equality beside Node's own comparison of the parsed values.
import { isDeepStrictEqual } from "node:util";
import { jsonEquals } from "../../dist/metrics/json-equality.js";
import { parseJson } from "../../dist/metrics/parse-json.js";
import { race } from "./pairs.mjs";

/** @returns samples per second of each, and how many times as fast ours is */
export function measureJson({ samples = 100_000, rounds = 5 } = {}) {
  const pairs = Array.from({ length: samples }, (_, index) => pairOf(index));
  pairs.slice(0, 1000).forEach(refuseDifference);
  return race({ pairs, rounds, ours, theirs });
}

function ours([text, reference]) {
  return jsonEquals(parseJson(text), parseJson(reference));
}

function theirs([text, reference]) {
  return isDeepStrictEqual(JSON.parse(text), JSON.parse(reference));
}

/** An answer with its keys in another order; of every fourth pair a price differs. */
function pairOf(index) {
  const items = Array.from({ length: 1 + (index % 6) }, (_, place) => {
    return {
      id: index + place,
      name: `boat ${place}`,
      price: place * 1.5,
      tags: ["harbour", null],
    };
  });
  const reference = { order: index, paid: index % 2 === 0, items };
  const [first, ...rest] = items;
  const answered = index % 4 === 0 ? { ...first, price: -1 } : first;
  const answer = { items: [answered, ...rest], paid: reference.paid, order: index };
  return [JSON.stringify(answer, null, 2), JSON.stringify(reference)];
}

function refuseDifference(pair) {
  if (ours(pair) !== theirs(pair)) throw new Error(`not the same judgement: ${pair.join("\n")}`);
}
