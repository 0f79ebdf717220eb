import { z } from "zod";

/** Flow files have blanks where others fill in names: they are as good as nothing. */
function blankable<Schema extends z.ZodType>(schema: Schema) {
  const isBlank = (value: unknown) => value === null || value === "";
  return z.preprocess((value) => (isBlank(value) ? undefined : value), schema.optional());
}

/** What a node may be, as its `source` says. */
const Source = z.object({
  type: z.enum(["code", "package", "package_with_prompt"]).default("code"),
  path: z.string().optional(),
  tool: z.string().optional(),
});

/** A node as a flow file has it. */
export const NodeEntry = z.looseObject({
  name: z.string().min(1),
  type: blankable(z.string()),
  source: blankable(Source),
  inputs: z.record(z.string(), z.unknown()).nullish(),
  aggregation: z.boolean().default(false),
  reduce: z.boolean().default(false),
  activate: z.record(z.string(), z.unknown()).nullish(),
  use_variants: z.boolean().default(false),
  connection: blankable(z.string()),
  api: blankable(z.enum(["chat", "completion"])),
  model: blankable(z.string()),
  metric: z.unknown().optional(),
  /** In seconds. */
  timeout: z.number().positive().optional(),
});

/** A node as a flow file has it. */
export type NodeEntry = z.infer<typeof NodeEntry>;

const FlowInputEntry = z.looseObject({ type: z.string(), default: z.unknown().optional() });
const FlowOutputEntry = z.looseObject({
  type: z.string().optional(),
  reference: z.unknown().optional(),
});

const Variants = z.object({
  default_variant_id: z.string().optional(),
  variants: z.record(z.string(), z.object({ node: z.record(z.string(), z.unknown()) })),
});

/** A flow file as a whole; its nodes are checked when their variants are chosen. */
export const FlowFile = z.looseObject({
  inputs: z.record(z.string(), FlowInputEntry).nullish(),
  outputs: z.record(z.string(), FlowOutputEntry).nullish(),
  nodes: z.array(z.record(z.string(), z.unknown())).min(1, "expected one node at least"),
  node_variants: z.record(z.string(), Variants).nullish(),
  environment_variables: z.record(z.string(), z.unknown()).nullish(),
  language: z.string().nullish(),
});

/** A flow file as a whole. */
export type FlowFile = z.infer<typeof FlowFile>;

/** Keys of a flow file that mean something, here or to other tools. */
export const FLOW_KEYS: readonly string[] = [
  ...Object.keys(FlowFile.shape),
  ..."$schema id name display_name description type path tags message_format".split(" "),
  ..."environment additional_includes".split(" "),
];

/** The same of an input. */
export const INPUT_KEYS: readonly string[] = [
  ...Object.keys(FlowInputEntry.shape),
  ..."description enum is_chat_input is_chat_history".split(" "),
];

/** The same of an output. */
export const OUTPUT_KEYS: readonly string[] = [
  ...Object.keys(FlowOutputEntry.shape),
  ..."description evaluation_only is_chat_output".split(" "),
];

/** The same of a node. */
export const NODE_KEYS: readonly string[] = [
  ...Object.keys(NodeEntry.shape),
  ..."comment enable_cache provider module".split(" "),
];
