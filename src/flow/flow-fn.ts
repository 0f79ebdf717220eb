import { z } from "zod";
import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../core/completion.ts";
import { CompletionError, ConfigError } from "../core/errors.ts";
import type { SampleContext } from "../core/eval.ts";
import { type Prompt, toText } from "../core/prompt.ts";
import { PythonRandom } from "../core/random.ts";
import type { CompletionFnContext } from "../core/registry-view.ts";
import { type MadeFlow, makeFlow } from "./make-flow.ts";
import type { FlowSpec } from "./spec.ts";

const Args = z.strictObject({
  /** The flow file, or its folder. */
  flow: z.string(),
  /** The flow input that gets the prompt. @default the only one without a default */
  input: z.string().optional(),
  /** The flow output that is the answer. @default the only one */
  output: z.string().optional(),
  variant: z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat())
    .optional(),
  connections: z
    .union([
      z.string(),
      z.record(z.string(), z.union([z.string(), z.record(z.string(), z.unknown())])),
    ])
    .optional(),
  python: z.union([z.string(), z.strictObject({ command: z.string() })]).optional(),
  /** Longest time for one answer, in seconds. */
  line_timeout: z.number().positive().default(600),
  /** Who judges, for nodes that are metrics. */
  judge: z.string().optional(),
});
type Args = z.infer<typeof Args>;

/** A flow without aggregation nodes as what answers prompts. */
export class FlowFn implements CompletionFn {
  static readonly Args = Args;
  readonly asksOthers = true;
  readonly #args: Args;
  readonly #context: CompletionFnContext;
  #making: Promise<Answerer> | undefined;

  constructor(args: Args, context: CompletionFnContext) {
    this.#args = args;
    this.#context = context;
  }

  /** @throws {ConfigError} when something is wrong with the flow, or it is not told where the prompt goes */
  async prepare(): Promise<void> {
    await this.#ready();
  }

  async complete(
    prompt: Prompt,
    _params: CompletionParams,
    call: CallContext,
  ): Promise<CompletionResult> {
    const { runner, spec, input, output } = await this.#ready();
    const line_number = numberOf(call.sampleId);
    const inputs = { [input]: valueFor(prompt, spec.inputs.get(input)?.type) };
    const { line, events } = await runner.runLine({ line_number, inputs }, sampleOf(call));
    for (const { type, data } of events) call.record.event(type, data);
    const { outputs, error } = line;
    if (!outputs) {
      throw new CompletionError(error?.message ?? "the flow failed", { code: "flow_failed" });
    }
    return { completions: [textOf(outputs[output])] };
  }

  #ready(): Promise<Answerer> {
    this.#making ??= makeAnswerer(this.#args, this.#context);
    return this.#making;
  }
}

interface Answerer extends MadeFlow {
  readonly input: string;
  readonly output: string;
}

async function makeAnswerer(args: Args, context: CompletionFnContext): Promise<Answerer> {
  const { registry, warn } = context;
  const judge = args.judge === undefined ? undefined : await registry.completionFn(args.judge);
  const made = await makeFlow(args, {
    registry,
    metricTools: { judge, judgeName: args.judge, judgeRetries: 2, warn },
    lineTimeoutMs: args.line_timeout * 1000,
    findFile: (reference) => context.findFile(reference),
    loadModule: (path) => context.loadModule(path),
    warn,
  });
  try {
    return { ...made, ...ends(made.spec, args) };
  } catch (error) {
    await made.runner.close();
    throw error;
  }
}

/** Where the prompt goes in, and where the answer comes out. */
function ends(spec: FlowSpec, { input, output }: Args): Pick<Answerer, "input" | "output"> {
  const [late] = spec.aggregationNodes;
  if (late) {
    throw new ConfigError("a flow with aggregation nodes answers no prompts", {
      where: late.where,
      fix: "name a flow without them, or run this one: oaieval flow FLOW --data FILE",
    });
  }
  const inputs = [...spec.inputs].filter(([, { default: value }]) => value === null);
  return {
    input: chosen("input", input, {
      all: [...spec.inputs.keys()],
      likely: inputs.map(first),
      spec,
    }),
    output: chosen("output", output, {
      all: [...spec.outputs.keys()],
      likely: [...spec.outputs.keys()],
      spec,
    }),
  };
}

interface Choice {
  readonly all: readonly string[];
  readonly likely: readonly string[];
  readonly spec: FlowSpec;
}

function chosen(
  kind: "input" | "output",
  name: string | undefined,
  { all, likely, spec }: Choice,
): string {
  const [only, second] = likely.length > 0 ? likely : all;
  if (name === undefined && only !== undefined && second === undefined) return only;
  if (name !== undefined && all.includes(name)) return name;
  const listed = all.map((one) => `"${one}"`).join(", ") || "none";
  throw new ConfigError(
    name === undefined
      ? `it is not said which ${kind} of the flow ${kind === "input" ? "gets the prompt" : "is the answer"}`
      : `the flow has no ${kind} "${name}"`,
    { where: spec.file, fix: `set ${kind} in the args: there are ${listed}` },
  );
}

function first([name]: readonly [string, unknown]): string {
  return name;
}

/** Messages for an input that takes a list, else text. */
function valueFor(prompt: Prompt, type: string | undefined): unknown {
  return type === "list" || type === "object"
    ? prompt
    : toText(prompt, { forCompletion: false }).trimEnd();
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

function numberOf(sampleId: string): number {
  return Number(/\.(\d+)$/.exec(sampleId)?.[1] ?? 0);
}

/** The sample that asks, as nodes see it: their calls are calls of its own. */
function sampleOf(call: CallContext): SampleContext {
  const { sampleId, record } = call;
  return {
    sampleId,
    record,
    signal: call.signal,
    random: new PythonRandom(sampleId),
    async complete(prompt, params = {}, { fn, purpose, signal = call.signal } = {}) {
      if (!fn) throw new ConfigError("a node asks a completion function, and names none");
      const result = await fn.complete(prompt, params, { ...call, purpose, signal });
      return { ...result, text: result.completions[0] ?? "" };
    },
  };
}
