import { ConfigError } from "../core/errors.ts";
import type { InlineSpec, Needs } from "../core/registry-view.ts";
import type { ClassSpec } from "../core/spec.ts";
import { findBuiltin } from "./builtins.ts";
import { modelSpec } from "./model-spec.ts";

/** Where entries are found by their names. */
interface SpecSource {
  completionFnSpec(name: string): ClassSpec | undefined;
}

/**
 * What has to be done before a completion function can answer, such as `set OPENAI_API_KEY`; nothing
 * when it is ready. Only classes that ship are asked: for this, no code of others is loaded.
 *
 * @param trail the functions that ask it
 * @returns null when it cannot be told
 */
export async function missingNeeds(
  asked: string | InlineSpec,
  source: SpecSource,
  trail: readonly unknown[] = [],
): Promise<readonly string[] | null> {
  if (trail.includes(asked)) return null; // it asks itself, which a run refuses
  try {
    const { cls, args } = await specOf(asked, source);
    const builtin = findBuiltin(cls.replace(/^builtin:/, ""), "completion-fn");
    if (!builtin) return null;
    const { needs = () => [] } = (await builtin.load()) as { readonly needs?: Needs };
    const needsOf = async (inner: string | InlineSpec) =>
      (await missingNeeds(inner, source, [...trail, asked])) ?? [];
    return await needs(args, needsOf);
  } catch (error) {
    if (error instanceof ConfigError) return null; // a run says what is wrong with the entry
    throw error;
  }
}

async function specOf(
  asked: string | InlineSpec,
  source: SpecSource,
): Promise<Pick<ClassSpec, "cls" | "args">> {
  if (typeof asked === "string") return source.completionFnSpec(asked) ?? modelSpec(asked);
  return { cls: asked.class, args: asked.args ?? {} };
}
