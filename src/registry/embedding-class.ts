import { ConfigError } from "../core/errors.ts";
import { parseClassRef } from "./class-ref.ts";
import type { AnyClass } from "./load-class.ts";
import { type ExportUse, loadExport } from "./load-export.ts";
import type { ModuleLoader } from "./module-loader.ts";

/** Whether a name is the short name of a class that turns texts into vectors. */
export function isEmbeddingClass(name: string): boolean {
  return Object.hasOwn(EMBEDDINGS, name);
}

/**
 * The class of a model that embeds texts.
 *
 * @throws {ConfigError} when there is none, it cannot be loaded, or it makes something else
 */
export async function loadEmbeddingClass(use: ExportUse, loader: ModuleLoader): Promise<AnyClass> {
  const ref = parseClassRef(use.cls, use.where);
  const builtin = ref.form === "builtin" ? EMBEDDINGS[ref.name] : undefined;
  if (builtin) return builtin();
  const value = ref.form === "builtin" ? undefined : await loadExport(ref, use, loader);
  if (typeof value === "function" && "embed" in Object(value.prototype)) return value as AnyClass; // what it makes is looked at when it is made
  throw new ConfigError(`"${use.cls}" does not turn texts into vectors`, {
    where: use.where,
    fix: `name an embedding model, ${Object.keys(EMBEDDINGS).join(", ")}, or a class with a method "embed"`,
  });
}

const EMBEDDINGS: Readonly<Record<string, () => Promise<AnyClass>>> = {
  "openai-embedding": async () =>
    (await import("../completion/openai/openai-embedding.ts")).OpenAIEmbedding,
  "hashed-embedding": async () =>
    (await import("../completion/hashed-embedding.ts")).HashedEmbedding,
};
