import { z } from "zod";
import { pause } from "../core/abortable.ts";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../core/completion.ts";
import { CompletionError } from "../core/errors.ts";
import type { Prompt } from "../core/prompt.ts";
import { PythonRandom } from "../core/random.ts";
import type { SampleRecorder } from "../core/sample-recorder.ts";
import { stableJson } from "./calls/completion-result.ts";

const share = z.number().min(0).max(1);

const Args = z.strictObject({
  /** Share of right answers. */
  accuracy: share.default(1),
  /** Chooses which samples are answered wrongly; the same seed chooses the same. */
  seed: z.int().default(0),
  /** Time until each answer, in milliseconds. */
  latency_ms: z.number().min(0).default(0),
  /** Share of tries that fail and may be repeated. */
  errors: share.default(0),
});

/** Answers with the sample's own ideal: for trying out evals, reports and retries. */
export class Oracle implements CompletionFn {
  static readonly Args = Args;
  readonly #args: z.infer<typeof Args>;
  /** Draws go on from try to try of a sample, so that a repeated try may succeed. */
  readonly #draws = new WeakMap<SampleRecorder, Draws>();

  constructor(args: z.infer<typeof Args>) {
    this.#args = args;
  }

  async complete(
    _prompt: Prompt,
    _params: CompletionParams,
    call: CallContext,
  ): Promise<CompletionResult> {
    const { accuracy, latency_ms, errors } = this.#args;
    const ideals = idealsOf(call.sample);
    const draws = this.#drawsOf(call);

    if (latency_ms > 0) await pause(latency_ms, call.signal);
    if (draws.tries.random() < errors) {
      throw new CompletionError("a simulated failure", { kind: "transient", code: "simulated" });
    }
    return { completions: [draws.answer < accuracy ? (ideals[0] ?? "") : wrongAnswer(ideals)] };
  }

  #drawsOf({ record, sampleId, repeat }: CallContext): Draws {
    const known = this.#draws.get(record);
    if (known) return known;
    const random = new PythonRandom(`${sampleId}:${repeat}:${this.#args.seed}`);
    const draws = { answer: random.random(), tries: random };
    this.#draws.set(record, draws);
    return draws;
  }
}

interface Draws {
  /** Below the accuracy the answer is right. */
  readonly answer: number;
  readonly tries: PythonRandom;
}

function idealsOf(sample: unknown): string[] {
  const { ideal } = Object(sample) as { readonly ideal?: unknown }; // nothing else is looked at
  const ideals = [ideal].flat().filter((given) => given !== undefined && given !== null);
  if (ideals.length > 0) return ideals.map(idealText);
  throw new CompletionError("the oracle answers with the sample's `ideal`, and it has none");
}

function idealText(ideal: unknown): string {
  return typeof ideal === "string" ? ideal : stableJson(ideal);
}

/** Shares no letter with any ideal, so that no way of matching takes it for right. */
function wrongAnswer(ideals: readonly string[]): string {
  const taken = ideals.join("").toLowerCase();
  const unused = [..."xzqjkvwybfghmpucdltonrisea0123456789"].find((sign) => !taken.includes(sign));
  return (unused ?? "x").repeat(7);
}
