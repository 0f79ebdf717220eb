// BLEU beside the package bleu-score, where both compute the same.
import { bleu as bleuScore } from "bleu-score";
import { bleu } from "../../dist/metrics/bleu/bleu.js";
import { race, textPairs } from "./pairs.mjs";

/** Both split at single spaces only, smooth nothing, and have one reference. */
const OPTIONS = { impl: "nltk", tokenize: "none" };

/** @returns samples per second of each, and how many times as fast ours is */
export function measureBleu({ samples = 100_000, rounds = 5 } = {}) {
  const pairs = textPairs(samples);
  pairs.slice(0, 1000).forEach(refuseDifference);
  return race({ pairs, rounds, ours, theirs });
}

function ours([text, reference]) {
  return bleu(text, [reference], OPTIONS)["bleu-4"];
}

function theirs([text, reference]) {
  return bleuScore(reference, text, 4);
}

function refuseDifference(pair) {
  const [one, other] = [ours(pair), theirs(pair)];
  if (Math.abs(one - other) > 1e-9) throw new Error(`${one} is not ${other}: ${pair[0]}`);
}
