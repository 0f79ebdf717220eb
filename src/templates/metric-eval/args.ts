import { z } from "zod";

const Values = z.record(z.string(), z.unknown());

/** A name, `{class, args}`, or in short `{rouge: {…}}`; the registry reads them. */
const MetricList = z.union([
  z.string().transform((names) => names.split(",").map((name) => name.trim())),
  z.array(z.union([z.string(), Values])),
]);

/** Where fields come from: `${data.column}`, `${run.outputs.column}`, or one value for all rows. */
const FieldMap = z.strictObject({
  query: z.unknown(),
  response: z.unknown(),
  reference: z.unknown(),
  contexts: z.unknown(),
  reference_contexts: z.unknown(),
  history: z.unknown(),
});

/** Args of MetricEval. */
export const MetricEvalArgs = z.strictObject({
  /** A path, a glob, a URL or `module:export`. */
  samples_jsonl: z.string().optional(),
  /** What scores the answers. */
  metrics: MetricList.optional(),
  /** Another word for `metrics`. */
  templates: MetricList.optional(),
  /** Where fields come from that no alias names. */
  map: FieldMap.partial().optional(),
  /** What is asked; a Jinja template over the row's fields. @default `input`, else history and query */
  input_template: z.string().optional(),
  /** The right answer, likewise. */
  reference_template: z.string().optional(),
  /** The right answers, likewise, as a list. */
  reference_list_template: z.string().optional(),
  /** Further fields for metrics, likewise. */
  extra_info_templates: z.record(z.string(), z.string()).default({}),
  /** Field that holds the conversation as chat messages. */
  message_key: z.string().optional(),
  /** Field that holds the right answers. */
  references_key: z.string().optional(),
  /** Field that holds the tools that the model may call. */
  tool_definitions_key: z.string().optional(),
  /** Who judges, where `--judge` names nobody. */
  judge: z
    .union([
      z.string(),
      z.strictObject({ completion_fn: z.string(), completion_args: Values.optional() }),
    ])
    .optional(),
  /** How often a judge is asked again whose verdict cannot be read. */
  judge_retries: z.int().min(0).default(2),
  /** Who turns texts into vectors. */
  embedding: z.union([z.string(), z.looseObject({ model: z.string() })]).optional(),
  /** Log of an earlier run, whose answers are scored. */
  run: z.string().optional(),
  /** Which repeat of that run. */
  run_repeat: z.int().min(0).default(0),
  /** Options of the calls that answer; null takes one out. */
  sampling_params: Values.optional(),
});
/** See the schema of the same name. */
export type MetricEvalArgs = z.infer<typeof MetricEvalArgs>;
