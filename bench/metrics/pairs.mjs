// What the benchmarks of metrics share: pairs of texts, and timing them in turns.
import { median } from "../measure.mjs";

const WORDS = "the a old harbour boat pier closes leaves at nine ten early quiet green night ferry";

/** Pairs of a text and its reference: 8 to 27 words, of which about every fourth is another. */
export function textPairs(count) {
  return Array.from({ length: count }, (_, index) => textPair(index));
}

/**
 * Times both on the same pairs, in turns, so that a busy machine is as busy for one as for the
 * other.
 *
 * @returns pairs per second of each, and how many times as fast ours is
 */
export function race({ pairs, rounds, ours, theirs }) {
  const times = { ours: [], theirs: [] };
  for (let round = 0; round < rounds; round++) {
    times.theirs.push(timeOf(pairs, theirs));
    times.ours.push(timeOf(pairs, ours));
  }
  const [mine, other] = [median(times.ours), median(times.theirs)];
  return { ours: pairs.length / mine, theirs: pairs.length / other, ratio: other / mine };
}

function textPair(index) {
  const words = WORDS.split(" ");
  const reference = Array.from({ length: 8 + (index % 20) }, (_, place) => {
    return words[(index * 7 + place * place + place) % words.length];
  });
  const text = reference.map((word, place) => {
    return (index + place) % 4 === 0 ? words[(index + place) % words.length] : word;
  });
  return [text.join(" "), reference.join(" ")];
}

function timeOf(pairs, score) {
  const started = performance.now();
  for (const pair of pairs) score(pair);
  return (performance.now() - started) / 1000;
}
