import { logged } from "../completion/calls/logged.ts";
import { retryingEmbedding } from "../completion/calls/retry.ts";
import type { CompletionFn, EmbeddingFn } from "../core/completion.ts";
import type { CompletionFnContext } from "../core/registry-view.ts";
import type { Secrets } from "../core/secrets.ts";
import { sha256Of } from "../data/bytes.ts";
import { type CallOptions, openGate, withLayers } from "./call-layers.ts";
import { COMPLETION_ARGS, type GivenArgs } from "./completion-args.ts";
import type { FnSpec } from "./fn-spec.ts";
import { checkedArgs, instantiate, type Order } from "./instantiate.ts";
import type { AnyClass, LoadedClass } from "./load-class.ts";
import { keepSecrets } from "./secret-args.ts";
import { typedTexts } from "./typed-text.ts";
import { takeWrapperArgs } from "./wrapper-args.ts";

/** An entry or model with what is put over its args. */
export interface CompletionFnOrder {
  readonly spec: FnSpec;
  readonly given: GivenArgs;
}

/** What a completion function gets beside its args. */
export interface CompletionFnSetting {
  readonly context: CompletionFnContext;
  readonly calls: CallOptions;
}

/** What a completion function of one's own is made with beside that. */
export interface OwnClassSetting extends CompletionFnSetting {
  /** The file of its class. */
  classFile(): Promise<string | undefined>;
}

/**
 * Makes a completion function that keeps to limits, tries again and records what it answers,
 * whatever its class.
 *
 * @throws {ConfigError} when the class does not take the args, or could answer no call
 */
export async function makeCompletionFn(
  loaded: LoadedClass,
  { spec, given }: CompletionFnOrder,
  { context, calls, classFile }: OwnClassSetting,
): Promise<CompletionFn> {
  const [{ strip_reasoning }, order] = orderOf(loaded, { spec, given }, context.secrets);
  const fn = instantiate(loaded, order, context) as CompletionFn; // its kind demands `complete`
  await fn.prepare?.();
  const sha256 = async () => {
    const file = await classFile();
    return file === undefined ? undefined : sha256Of(file);
  };
  const args = { ...order.spec.args, ...order.overrides };
  const layered = await withLayers({ fn, spec, args, sha256 }, context.scope, calls);
  return logged(layered, { stripReasoning: strip_reasoning });
}

/**
 * Checks the args of a completion function without making it, which may take a key.
 *
 * @throws {ConfigError} when the class does not take them
 */
export function checkCompletionFnArgs(
  loaded: LoadedClass,
  asked: CompletionFnOrder,
  secrets: Secrets,
): void {
  const [, order] = orderOf(loaded, asked, secrets);
  checkedArgs(loaded, order);
}

function orderOf(
  loaded: LoadedClass,
  { spec, given }: CompletionFnOrder,
  secrets: Secrets,
): ReturnType<typeof takeWrapperArgs> {
  const overrides = { ...given.values, ...typedTexts(given.texts, loaded.Class.Args) };
  keepSecrets(spec.args, secrets);
  keepSecrets(overrides, secrets);
  return takeWrapperArgs({ spec, overrides, flag: COMPLETION_ARGS }, loaded.reference);
}

/**
 * Makes what turns texts into vectors; it keeps to limits and tries again.
 *
 * @throws {ConfigError} when the class does not take the args
 */
export async function makeEmbeddingFn(
  Class: AnyClass,
  { spec, overrides }: Pick<Order, "overrides"> & { readonly spec: FnSpec },
  { context, calls }: CompletionFnSetting,
): Promise<EmbeddingFn> {
  keepSecrets({ ...spec.args, ...overrides }, context.secrets);
  const args = checkedArgs({ Class, reference: spec.cls }, { spec, overrides });
  const fn = new Class(args as never, context as never) as EmbeddingFn; // by its own schema
  const { retry = {}, gate } = calls;
  const opened = gate && (await openGate({ fn, spec }, context.scope, { retry, gate }));
  return retryingEmbedding(fn, { ...retry, gate: opened });
}
