import { ConfigError } from "../../core/errors.ts";
import type { ModelNames } from "../models.ts";
import type { FlowNode } from "../spec.ts";

/**
 * How a node names its model: by `model`, or by a connection and the `deployment_name` or `model`
 * among its inputs.
 *
 * @throws {ConfigError} when an input that names it is no literal
 */
export function modelNames({ inputs, settings, where }: FlowNode): ModelNames {
  const { model, connection } = settings;
  if (model !== undefined) return { model, where };
  const named = inputs.get("deployment_name") ?? inputs.get("model");
  if (named && named.kind !== "literal") {
    throw new ConfigError(
      `the model of a node is known before the first line, so "${named.text}" cannot name it`,
      {
        where: named.where,
        fix: "write the model's name",
      },
    );
  }
  return { model: named && String(named.value), connection, where };
}
