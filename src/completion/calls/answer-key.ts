import { createHash } from "node:crypto";
import type { CallContext, CompletionParams } from "../../core/completion.ts";
import type { Prompt } from "../../core/prompt.ts";
import type { SampleRecorder } from "../../core/sample-recorder.ts";
import { stableJson } from "./completion-result.ts";

/** Who answers: two functions that differ in any of this never share an answer. */
export interface Answerer {
  /** The class, as a built-in's name or a reference. */
  readonly cls: string;
  /** SHA-256 of the class's file, where it has one. */
  readonly sha256?: string | undefined;
  /** Which model is asked, and where; undefined when only the function knows. */
  readonly target?: string | undefined;
  /** Everything that it was made with, but no keys. */
  readonly args: Readonly<Record<string, unknown>>;
}

/** What is asked, and for whom. */
export interface AskedCall {
  readonly prompt: Prompt;
  readonly params: CompletionParams;
  readonly call: CallContext;
}

/** Changes whenever what is kept of an answer does. */
const FORMAT = 1;

/** Names the answers of a run, so that the same call has the same name in the next run. */
export class AnswerKeys {
  /** How often a sample has asked the same; forgotten with the sample. */
  readonly #counts = new WeakMap<SampleRecorder, Map<string, number>>();

  /**
   * The name of a call's answer. Answers that differ from draw to draw, which are all but those at
   * temperature 0, belong to a sample and its repeat; and the second time that a sample asks the
   * same is another call than the first.
   */
  next(answerer: Answerer, asked: AskedCall): string {
    const request = hash(requestOf(answerer, asked));
    const counts = this.#countsOf(asked.call.record);
    const ordinal = counts.get(request) ?? 0;
    counts.set(request, ordinal + 1);
    return `${request}-${ordinal}`;
  }

  #countsOf(record: SampleRecorder): Map<string, number> {
    const known = this.#counts.get(record);
    if (known) return known;
    const made = new Map<string, number>();
    this.#counts.set(record, made);
    return made;
  }
}

function requestOf(answerer: Answerer, { prompt, params, call }: AskedCall): object {
  const { sampleId, repeat, sample, purpose } = call;
  const isDrawn = temperatureOf(answerer.args, params) !== 0;
  return {
    format: FORMAT,
    ...answerer,
    prompt,
    params,
    ...(isDrawn ? { sampleId, repeat } : {}),
    // A function of one's own may look at these; a model does not see them.
    ...(answerer.target === undefined ? { sample, purpose } : {}),
  };
}

/** The temperature that is really asked for: args go over what an eval asks, the extra ones over all. */
function temperatureOf(args: Answerer["args"], params: CompletionParams): unknown {
  return [params, args, args["extra_options"], args["extra_body"]]
    .map((layer) => Object(layer))
    .filter((layer) => Object.hasOwn(layer, "temperature") && layer.temperature !== undefined)
    .at(-1)?.temperature;
}

function hash(value: object): string {
  return createHash("sha256").update(stableJson(value)).digest("hex");
}
