import { ConfigError } from "../../core/errors.ts";
import type { ModelNames } from "../models.ts";
import type { Binding, FlowNode } from "../spec.ts";

/**
 * How a node names its model: by `model`, or by a connection and the `deployment_name` or `model`
 * among its inputs, where a tool of a package has its `connection` too.
 *
 * @throws {ConfigError} when an input that names it is no literal
 */
export function modelNames({ kind, inputs, settings, where }: FlowNode): ModelNames {
  if (settings.model !== undefined) return { model: settings.model, where };
  const model = nameIn(inputs.get("deployment_name") ?? inputs.get("model"));
  const given = kind === "embedding" ? nameIn(inputs.get("connection")) : undefined;
  return { model, connection: settings.connection ?? given, where };
}

function nameIn(binding: Binding | undefined): string | undefined {
  if (binding === undefined) return undefined;
  if (binding.kind === "literal") return String(binding.value);
  throw new ConfigError(
    `the model of a node is known before the first line, so "${binding.text}" cannot name it`,
    { where: binding.where, fix: "write the name" },
  );
}
