import type { SampleContext } from "../../core/eval.ts";
import type { ScoreInput } from "../../core/metric.ts";
import { cosine } from "../cosine.ts";
import { isBlank } from "../text/is-blank.ts";
import type { Embedder } from "./embedder.ts";

/** How near an answer is to a reference. */
export interface Similarity {
  /** The cosine, and 0 where it is negative; null where it is not defined. */
  readonly score: number | null;
  /** The cosine as it is, or why there is none. */
  readonly details: { readonly cosine: number } | { readonly missing: string };
}

/**
 * How near an answer is to the nearest of its references.
 *
 * @throws {CompletionError} when there are no vectors for them
 */
export async function similarity(
  { response, references }: Pick<ScoreInput, "response" | "references">,
  embedder: Embedder,
  ctx: SampleContext,
): Promise<Similarity> {
  if (isBlank(response)) return missing("empty response");
  const given = references.filter((reference) => !isBlank(reference));
  if (given.length === 0) return missing("empty reference");

  const [own = [], ...others] = await embedder.embed([response, ...given], ctx);
  const cosines = others.flatMap((other) => cosine(own, other) ?? []);
  if (cosines.length === 0) return missing("no cosine: a zero vector, or vectors of two lengths");
  const nearest = Math.max(...cosines);
  return { score: Math.max(0, nearest), details: { cosine: nearest } };
}

function missing(why: string): Similarity {
  return { score: null, details: { missing: why } };
}
