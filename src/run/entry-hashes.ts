import { createHash } from "node:crypto";
import { stableJson } from "../completion/calls/completion-result.ts";
import type { Secrets } from "../core/secrets.ts";
import type { EvalSpec } from "../core/spec.ts";
import type { Registry } from "../registry/registry.ts";

/** Whose entries a run depends on, beside its eval's own. */
export interface EntryUsers {
  /** Names of completion functions, judges among them. */
  readonly completionFns: readonly string[];
  readonly evalSpec: EvalSpec;
  readonly secrets?: Secrets | undefined;
}

/**
 * The SHA-256 of what registry entries say that a run depends on, by `kind/name`: a log tells by it
 * whether they have changed. Secrets are no part of it.
 */
export async function entryHashes(
  registry: Registry,
  { completionFns, evalSpec, secrets }: EntryUsers,
): Promise<Readonly<Record<string, string>>> {
  const hashes: Record<string, string> = {};
  const add = (name: string, content: unknown) => {
    const text = stableJson(content);
    hashes[name] = createHash("sha256")
      .update(secrets?.redact(text) ?? text)
      .digest("hex");
  };
  for (const name of completionFns) {
    const spec = registry.completionFnSpec(name);
    if (spec && spec.line > 0) add(`completion_fns/${name}`, { cls: spec.cls, args: spec.args });
  }
  for (const name of metricNames(evalSpec)) {
    const spec = registry.metricSpec(name);
    if (spec) add(`metrics/${name}`, { cls: spec.cls, args: spec.args });
  }
  const { modelgraded_spec } = evalSpec.args;
  if (typeof modelgraded_spec === "string") {
    const { fields } = await registry.modelgradedSpec(modelgraded_spec);
    add(`modelgraded/${modelgraded_spec}`, fields);
  }
  return hashes;
}

/** Metrics that may be entries; those within others are not looked for. */
function metricNames({ cls, args }: EvalSpec): string[] {
  if (!/^(builtin:)?metrics$/.test(cls)) return [];
  const asked = args["metrics"] ?? args["templates"];
  const list: readonly unknown[] = Array.isArray(asked) ? asked : [];
  return list.flatMap((one) => {
    if (typeof one === "string") return [one];
    const keys = Object.keys(Object(one));
    return keys.length === 1 ? keys.filter((key) => key !== "class" && key !== "class_path") : [];
  });
}
