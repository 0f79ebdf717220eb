// BLEU beside the package bleu-score, where both compute the same.
import { bleu as theirs } from "bleu-score";
import { bleu } from "../../dist/metrics/bleu/bleu.js";
import { median } from "../measure.mjs";

/** Both split at single spaces only, smooth nothing, and have one reference. */
const OPTIONS = { impl: "nltk", tokenize: "none" };

/**
 * Times both on the same pairs, in turns, so that a busy machine is as busy for one as for the
 * other.
 *
 * @returns samples per second of each, and how many times as fast ours is
 */
export function measureBleu({ samples = 100_000, rounds = 5 } = {}) {
  const pairs = Array.from({ length: samples }, (_, index) => pairOf(index));
  pairs.slice(0, 1000).forEach(refuseDifference);
  const times = { ours: [], theirs: [] };
  for (let round = 0; round < rounds; round++) {
    times.theirs.push(timeOf(pairs, ([text, reference]) => theirs(reference, text, 4)));
    times.ours.push(timeOf(pairs, ([text, reference]) => bleu(text, [reference], OPTIONS)));
  }
  const [ours, other] = [median(times.ours), median(times.theirs)];
  return { ours: samples / ours, theirs: samples / other, ratio: other / ours };
}

const WORDS = "the a old harbour boat pier closes leaves at nine ten early quiet green night ferry";

/** A sentence of 8 to 27 words, and one of which about every fourth word is another. */
function pairOf(index) {
  const words = WORDS.split(" ");
  const reference = Array.from({ length: 8 + (index % 20) }, (_, place) => {
    return words[(index * 7 + place * place + place) % words.length];
  });
  const text = reference.map((word, place) => {
    return (index + place) % 4 === 0 ? words[(index + place) % words.length] : word;
  });
  return [text.join(" "), reference.join(" ")];
}

function refuseDifference([text, reference]) {
  const [one, other] = [bleu(text, [reference], OPTIONS)["bleu-4"], theirs(reference, text, 4)];
  if (Math.abs(one - other) > 1e-9) throw new Error(`${one} is not ${other}: ${text}`);
}

function timeOf(pairs, score) {
  const started = performance.now();
  for (const pair of pairs) score(pair);
  return (performance.now() - started) / 1000;
}
