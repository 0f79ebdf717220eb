import { ConfigError } from "../../core/errors.ts";
import type { Answer } from "../../core/eval.ts";
import { maskRoles, parseChat } from "../chat-text.ts";
import { readNodeTemplate } from "../node-template.ts";
import type { FlowNode } from "../spec.ts";
import { modelNames } from "./model-names.ts";
import type { MakeNode, NodeArguments } from "./node-runner.ts";
import { withNulls } from "./prompt.ts";

/** Options of a call that are inputs of a node; all other inputs are for its template. */
const PARAMS: ReadonlySet<string> = new Set(
  [
    "temperature top_p max_tokens max_completion_tokens stop n seed presence_penalty",
    "frequency_penalty logit_bias logprobs top_logprobs response_format tools tool_choice",
    "functions function_call user suffix echo best_of reasoning_effort",
  ]
    .join(" ")
    .split(" "),
);
/** Inputs that name the model; they are read before the first line. */
const MODEL_INPUTS: ReadonlySet<string> = new Set(["deployment_name", "model"]);

const NUMBERS: ReadonlySet<string> = new Set(
  "temperature top_p max_tokens n seed presence_penalty frequency_penalty".split(" "),
);

/** The answer of a model to a filled template. */
export const makeLlmNode: MakeNode = async (node, { services, models }) => {
  const variables = [...node.inputs.keys()].filter((name) => !isOption(name));
  const template = await readNodeTemplate(node, variables, services.warn);
  refuseOptions(node, template.variables);
  const fn = await models.completionFn(modelNames(node));
  const isChat = node.settings.api !== "completion";
  return {
    async run(args, { asker, ctx: { signal } }) {
      const values = withNulls(variables, args);
      const { values: masked, unmask } = maskRoles(values, template.text);
      const prompt = isChat ? parseChat(template.render(masked), unmask) : template.render(values);
      return outputOf(await asker.complete(prompt, paramsOf(args), { fn, signal }));
    },
  };
};

function isOption(name: string): boolean {
  return PARAMS.has(name) || MODEL_INPUTS.has(name);
}

function refuseOptions({ name, where, inputs }: FlowNode, variables: ReadonlySet<string>): void {
  const option = [...variables].find((variable) => isOption(variable) && inputs.has(variable));
  if (option === undefined) return;
  throw new ConfigError(`the template of the node "${name}" asks for "${option}"`, {
    where: inputs.get(option)?.where ?? where,
    fix: "inputs of this name are options of the call; give what the template shows another name",
  });
}

function paramsOf(args: NodeArguments): Record<string, unknown> {
  const given = Object.entries(args).filter(
    ([name, value]) => PARAMS.has(name) && value !== null && value !== undefined && !isBlank(value),
  );
  return Object.fromEntries(given.map(([name, value]) => [name, paramOf(name, value)]));
}

function isBlank(value: unknown): boolean {
  return typeof value === "string" && value.trim() === "";
}

/** Numbers stand as texts in many flow files. */
function paramOf(name: string, value: unknown): unknown {
  const number = typeof value === "string" && NUMBERS.has(name) ? Number(value) : Number.NaN;
  return Number.isNaN(number) ? value : number;
}

/** With calls of tools an object, as else the text. */
function outputOf({ text, tool_calls = [] }: Answer): unknown {
  return tool_calls.length > 0 ? { content: text, tool_calls } : text;
}
