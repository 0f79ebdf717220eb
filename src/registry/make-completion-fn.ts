import { logged } from "../completion/logged.ts";
import { type RetryPolicy, retrying, retryingEmbedding } from "../completion/retry.ts";
import type { CompletionFn, EmbeddingFn } from "../core/completion.ts";
import type { CompletionFnContext } from "../core/registry-view.ts";
import type { ClassSpec, EntryPlace } from "../core/spec.ts";
import { COMPLETION_ARGS, type GivenArgs } from "./completion-args.ts";
import { checkedArgs, instantiate } from "./instantiate.ts";
import type { LoadedClass } from "./load-class.ts";
import { keepSecrets } from "./secret-args.ts";
import { typedTexts } from "./typed-text.ts";
import { takeWrapperArgs } from "./wrapper-args.ts";

/** An entry or model with what is put over its args. */
export interface CompletionFnOrder {
  readonly spec: ClassSpec & EntryPlace;
  readonly given: GivenArgs;
}

/** What a completion function gets beside its args. */
export interface CompletionFnSetting {
  readonly context: CompletionFnContext;
  readonly retry?: RetryPolicy | undefined;
}

/**
 * Makes a completion function that tries again and records what it answers, whatever its class.
 *
 * @throws {ConfigError} when the class does not take the args, or could answer no call
 */
export async function makeCompletionFn(
  loaded: LoadedClass,
  { spec, given }: CompletionFnOrder,
  { context, retry }: CompletionFnSetting,
): Promise<CompletionFn> {
  const overrides = { ...given.values, ...typedTexts(given.texts, loaded.Class.Args) };
  keepSecrets(spec.args, context.secrets);
  keepSecrets(overrides, context.secrets);
  const asked = { spec, overrides, flag: COMPLETION_ARGS };
  const [{ strip_reasoning }, order] = takeWrapperArgs(asked, loaded.reference);
  const fn = instantiate(loaded, order, context) as CompletionFn; // its kind demands `complete`
  await fn.prepare?.();
  const steady = fn.asksOthers ? fn : retrying(fn, retry);
  return logged(steady, { stripReasoning: strip_reasoning });
}

/**
 * Makes a model that embeds texts and tries again.
 *
 * @throws {ConfigError} when it does not take the args
 */
export async function makeEmbeddingFn(
  spec: ClassSpec & EntryPlace,
  { context, retry }: CompletionFnSetting,
): Promise<EmbeddingFn> {
  const { OpenAIEmbedding } = await import("../completion/openai-embedding.ts");
  keepSecrets(spec.args, context.secrets);
  const args = checkedArgs({ Class: OpenAIEmbedding, reference: spec.cls }, { spec });
  return retryingEmbedding(new OpenAIEmbedding(args as never, context), retry); // by its own schema
}
