import { logged } from "../completion/logged.ts";
import { isTextModel, withoutProvider } from "../completion/model-kind.ts";
import { type RetryPolicy, retrying } from "../completion/retry.ts";
import type { CompletionFn } from "../core/completion.ts";
import type { CompletionFnContext } from "../core/registry-view.ts";
import type { ClassSpec, EntryPlace } from "../core/spec.ts";
import { COMPLETION_ARGS, type GivenArgs } from "./completion-args.ts";
import { instantiate } from "./instantiate.ts";
import type { LoadedClass } from "./load-class.ts";
import { keepSecrets } from "./secret-args.ts";
import { typedTexts } from "./typed-text.ts";

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
 * @throws {ConfigError} when the class does not take the args
 */
export function makeCompletionFn(
  loaded: LoadedClass,
  { spec, given }: CompletionFnOrder,
  { context, retry }: CompletionFnSetting,
): CompletionFn {
  const overrides = { ...given.values, ...typedTexts(given.texts, loaded.Class.Args) };
  keepSecrets(spec.args, context.secrets);
  keepSecrets(overrides, context.secrets);
  const made = instantiate(loaded, { spec, overrides, flag: COMPLETION_ARGS }, context);
  return logged(retrying(made as CompletionFn, retry)); // it has `complete`, as its kind demands
}

/** A model of OpenAI's API by its name: a chat model, but for those that only complete text. */
export function modelSpec(name: string): ClassSpec & EntryPlace {
  const cls = isTextModel(name) ? "builtin:openai-text" : "builtin:openai-chat";
  const args = { model: withoutProvider(name) };
  return { key: name, group: "", registry_path: "", cls, args, file: name, line: 0 };
}
