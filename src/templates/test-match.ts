import { listRows, type RowSource } from "../core/row-source.ts";
import { Match, MatchArgs } from "./match.ts";
import type { AnsweredSample } from "./sample.ts";

const SAMPLES = [
  sample("How many legs does a spider have? Reply with the number only.", "8"),
  sample("What is the capital of Peru? Reply with the name only.", "Lima"),
  sample("Spell the word 'stop' backwards. Reply with the letters only.", "pots"),
];

/** Match over three questions of its own: shows that a set-up works, without any data. */
export class TestMatch extends Match {
  static override readonly Args = MatchArgs.omit({ samples_jsonl: true });

  override async samples(): Promise<RowSource<AnsweredSample>> {
    return listRows(SAMPLES, "TestMatch");
  }
}

function sample(question: string, ideal: string): AnsweredSample {
  return {
    input: [
      { role: "system", content: "You answer briefly." },
      { role: "user", content: question },
    ],
    ideal,
  };
}
