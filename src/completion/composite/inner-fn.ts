import { z } from "zod";
import type { CompletionFn } from "../../core/completion.ts";
import type { InlineSpec, Needs, RegistryView } from "../../core/registry-view.ts";

/** Names another completion function, or describes one by class and args as an entry does. */
export const InnerFn = z.union([
  z.string().min(1),
  z.strictObject({
    class: z.string().min(1),
    args: z.record(z.string(), z.unknown()).optional(),
  }),
]);

/** See the schema of the same name. */
export type InnerFn = z.infer<typeof InnerFn>;

/** What has to be done before functions can answer that these args name. */
export function needsOfInner(...names: readonly string[]): Needs {
  return async (args, needsOf) => {
    const asked = names
      .map((name) => args[name])
      .filter((value) => InnerFn.safeParse(value).success);
    const needs = await Promise.all(asked.map((value) => needsOf(value as string | InlineSpec)));
    return [...new Set(needs.flat())];
  };
}

/** Makes another function when it is first asked for, and once. */
export function innerFn(asked: InnerFn, registry: RegistryView): () => Promise<CompletionFn> {
  let made: Promise<CompletionFn> | undefined;
  return () => {
    made ??= registry.completionFn(asked);
    return made;
  };
}
