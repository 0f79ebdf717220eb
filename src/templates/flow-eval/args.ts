import { z } from "zod";

const Values = z.record(z.string(), z.unknown());

/** A flow input and where its value is: `${data.column}`, `${run.outputs.column}`, or a constant. */
const Mapping = Values;

/** `node.id`, or several of these. */
const Variant = z.union([z.string(), z.array(z.string())]).transform((given) => [given].flat());

/** A completion function by name, or its class with args, or args for the model that a node names. */
const Connections = z.union([z.string(), z.record(z.string(), z.union([z.string(), Values]))]);

/** What gives out, in the same run, what the flow grades. */
const Target = z.strictObject({
  /** A flow that runs on each row of the data. */
  flow: z.string().optional(),
  column_mapping: Mapping.optional(),
  variant: Variant.optional(),
  /** A completion function that is asked instead. @default that of the run */
  completion_fn: z.string().optional(),
  completion_args: Values.optional(),
  /** What it is asked: `${data.column}`. */
  prompt: z.unknown().optional(),
  /** Options of each call. */
  sampling_params: Values.optional(),
});
/** See the schema of the same name. */
export type Target = z.infer<typeof Target>;

/** Args of FlowEval. */
export const FlowEvalArgs = z.strictObject({
  /** The flow file, or its folder. */
  flow: z.string(),
  /** Rows behind `${data.column}`: a path, a glob, a URL or `module:export`. */
  data: z.string().optional(),
  /** The earlier run behind `${run.outputs.column}`: a log, a folder, or rows. */
  run: z.string().optional(),
  /** Which repeat of that run. */
  run_repeat: z.int().min(0).default(0),
  target: Target.optional(),
  column_mapping: Mapping.default({}),
  variant: Variant.optional(),
  /** Only the line of this number. */
  line: z.int().min(0).optional(),
  /** What the connections of the flow stand for, or a YAML file that says so. */
  connections: Connections.optional(),
  /** The Python that runs Python nodes; without it a flow that has some is refused. */
  python: z.union([z.string(), z.strictObject({ command: z.string() })]).optional(),
  /** Keep an event of every node. */
  record_nodes: z.boolean().default(false),
  /** Take a data file that has changed since the earlier run. */
  allow_changed_data: z.boolean().default(false),
  /** Longest time for one line, in seconds. */
  line_timeout: z.number().positive().default(600),
  /** Who judges, for nodes that are metrics. */
  judge: z
    .union([
      z.string(),
      z.strictObject({ completion_fn: z.string(), completion_args: Values.optional() }),
    ])
    .optional(),
  judge_retries: z.int().min(0).default(2),
  /** Who turns texts into vectors, for nodes that name nobody. */
  embedding: z.union([z.string(), z.looseObject({ model: z.string() })]).optional(),
});
/** See the schema of the same name. */
export type FlowEvalArgs = z.infer<typeof FlowEvalArgs>;
