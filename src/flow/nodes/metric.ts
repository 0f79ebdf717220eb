import { ConfigError } from "../../core/errors.ts";
import type {
  AskedMetric,
  Metric,
  MetricField,
  MetricTools,
  ScoreInput,
} from "../../core/metric.ts";
import type { FlowServices } from "../services.ts";
import type { FlowNode } from "../spec.ts";
import type { MakeNode, NodeArguments, NodeRunner } from "./node-runner.ts";
import { makeReducer } from "./reducer.ts";

/** The scores of one answer by a metric of the registry; in an aggregation node a reducer. */
export const makeMetricNode: MakeNode = async (node, { services }) => {
  if (node.isAggregation) return makeReducer(node);
  const { metric: asked } = node.settings;
  if (typeof asked !== "string" && (typeof asked !== "object" || asked === null)) {
    throw new ConfigError(`the node "${node.name}" names no metric`, {
      where: node.where,
      fix: "add metric: NAME, or {class: …, args: …}",
    });
  }
  // The registry looks at what it says.
  const metric = await metricOf(node, asked as AskedMetric, services);
  checkFields(metric, node);
  await metric.prepare(null);
  checkNeeds(metric, node, services.metricTools);
  return scoring(metric, node);
};

/** The registry tells where it looked; who asked is told here. */
async function metricOf(
  { name, where }: FlowNode,
  asked: AskedMetric,
  { registry, metricTools }: FlowServices,
): Promise<Metric> {
  try {
    return await registry.metric(asked, metricTools);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    throw new ConfigError(`the node "${name}" has no metric: ${cause.message}`, {
      where: cause.where === undefined ? where : `${where}; ${cause.where}`,
      fix: cause.fix,
      cause,
    });
  }
}

/** How each field of a metric may be called among the inputs. */
const INPUTS: Readonly<Record<MetricField, readonly string[]>> = {
  query: ["query", "question"],
  response: ["response"],
  references: ["references", "reference"],
  contexts: ["contexts", "context"],
  reference_contexts: ["reference_contexts"],
};

function checkFields(metric: Metric, { name, inputs, where }: FlowNode): void {
  const missing = metric.fields.find((field) => !INPUTS[field].some((input) => inputs.has(input)));
  if (missing === undefined) return;
  throw new ConfigError(`the metric of the node "${name}" needs "${missing}"`, {
    where,
    fix: `add inputs: {${INPUTS[missing].at(-1)}: \${inputs.NAME}}`,
  });
}

/** Metrics that hold others know what these need once they are prepared. */
function checkNeeds({ needs }: Metric, { name, where }: FlowNode, tools: MetricTools): void {
  const unmet = needs.find((need) => tools[need] === undefined);
  if (unmet === undefined) return;
  const what = unmet === "judge" ? "a judge" : "a model that embeds texts";
  throw new ConfigError(`the metric of the node "${name}" needs ${what}, and nobody was named`, {
    where,
    fix: `name one: ${unmet}: MODEL in the args of the eval`,
  });
}

function scoring(metric: Metric, { where }: FlowNode): NodeRunner {
  return {
    async run(args, { sample }) {
      if (!sample) throw new Error("a metric scores the answer of a line");
      const { scores, reason } = await metric.score(scoreInput(args, where), sample);
      return reason === undefined ? scores : { ...scores, reason };
    },
  };
}

function scoreInput(args: NodeArguments, where: string): ScoreInput {
  const field = (name: MetricField) =>
    INPUTS[name].map((input) => args[input]).find((value) => value !== undefined && value !== null);
  const [query, contexts, wanted] = [
    field("query"),
    field("contexts"),
    field("reference_contexts"),
  ];
  return {
    response: asText(field("response") ?? ""),
    references: asTexts(field("references") ?? []),
    ...(query !== undefined && { query: asText(query) }),
    ...(contexts !== undefined && { contexts: asTexts(contexts) }),
    ...(wanted !== undefined && { reference_contexts: asTexts(wanted) }),
    extra_info: args,
    where,
  };
}

function asTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(asText) : [asText(value)];
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
