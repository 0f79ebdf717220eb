import { ConfigError, DataError } from "../../core/errors.ts";
import { describeJson } from "../../core/schema-faults.ts";
import { modelNames } from "./model-names.ts";
import type { MakeNode } from "./node-runner.ts";

/** The vector of a text, or those of a list of texts. */
export const makeEmbeddingNode: MakeNode = async (node, { models }) => {
  if (!node.inputs.has("input")) {
    throw new ConfigError(`the node "${node.name}" has no "input" to turn into a vector`, {
      where: node.where,
      fix: `add inputs: {input: \${NODE.output}}`,
    });
  }
  const fn = await models.embeddingFn(modelNames(node));
  return {
    async run({ input }, { ctx }) {
      const isList = Array.isArray(input);
      const texts: readonly unknown[] = isList ? input : [input];
      const { embeddings } = await fn.embed(texts.map(asText), ctx.signal);
      return isList ? embeddings : embeddings[0];
    },
  };
};

function asText(value: unknown): string {
  if (typeof value === "string") return value;
  throw new DataError(`only a text has a vector, and the input is ${describeJson(value)}`);
}
