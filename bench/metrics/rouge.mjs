// ROUGE-L beside the package js-rouge, where both compute the same: F1 of one line.
import { l as jsRougeL } from "js-rouge";
import { rouge } from "../../dist/metrics/rouge/rouge.js";
import { rougeTokenizer } from "../../dist/metrics/text/rouge-tokenizers.js";
import { race, textPairs } from "./pairs.mjs";

const OPTIONS = { types: ["rouge-l"], tokenizer: "rouge_score" };
const tokenizer = rougeTokenizer("rouge_score");
const SAME = { tokenizer, segmenter: (text) => text.split("\n"), beta: 1 };

/** @returns samples per second of each, and how many times as fast ours is */
export function measureRouge({ samples = 100_000, rounds = 5 } = {}) {
  const pairs = textPairs(samples);
  pairs.slice(0, 1000).forEach(refuseDifference);
  return race({ pairs, rounds, ours, theirs });
}

function ours([text, reference]) {
  return rouge(text, reference, OPTIONS)["rouge-l-f"];
}

function theirs([text, reference]) {
  return jsRougeL(text, reference, SAME);
}

function refuseDifference(pair) {
  const [one, other] = [ours(pair), theirs(pair)];
  if (Math.abs(one - other) > 1e-9) throw new Error(`${one} is not ${other}: ${pair.join(" / ")}`);
}
