import type { NodeKind } from "../spec.ts";
import { makeEmbeddingNode } from "./embedding.ts";
import { makeLlmNode } from "./llm.ts";
import { makeMetricNode } from "./metric.ts";
import { makeModuleNode } from "./module.ts";
import type { MakeNode } from "./node-runner.ts";
import { makePromptNode } from "./prompt.ts";
import { makePythonNode } from "./python.ts";

/** How the nodes of each kind are made. */
export const NODE_MAKERS: Readonly<Record<NodeKind, MakeNode>> = {
  embedding: makeEmbeddingNode,
  llm: makeLlmNode,
  metric: makeMetricNode,
  module: makeModuleNode,
  prompt: makePromptNode,
  python: makePythonNode,
};
