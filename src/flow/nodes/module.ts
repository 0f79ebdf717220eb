import { ConfigError } from "../../core/errors.ts";
import { describeJson } from "../../core/schema-faults.ts";
import type { NodeFunction } from "../define.ts";
import type { MakeNode } from "./node-runner.ts";

/** A node of one's own in TypeScript or JavaScript: the default export of its module. */
export const makeModuleNode: MakeNode = async ({ name, path = "", where }, { services }) => {
  const { default: run } = await services.modules.load(path);
  if (typeof run !== "function") {
    throw new ConfigError(`"${path}" exports no node: its default export is ${describeJson(run)}`, {
      where,
      fix: `write the node "${name}" as export default node((inputs, ctx) => …)`,
    });
  }
  const node = run as NodeFunction<unknown>; // what it takes is for its author to say
  return { run: async (args, { ctx }) => node(args, ctx) };
};
