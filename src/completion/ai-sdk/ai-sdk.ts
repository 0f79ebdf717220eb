import type {
  CallContext,
  CompletionFn,
  CompletionParams,
  CompletionResult,
} from "../../core/completion.ts";
import type { Prompt } from "../../core/prompt.ts";
import type { CompletionFnContext, Needs } from "../../core/registry-view.ts";
import { withinTime } from "../calls/time-limit.ts";
import { toTurns } from "../calls/turns.ts";
import { variable } from "../openai/openai-client.ts";
import { readGenerated } from "./ai-sdk-answer.ts";
import { AiSdkArgs, CallSettings } from "./ai-sdk-args.ts";
import { generateError } from "./ai-sdk-error.ts";
import { type AiSdkModel, openModel } from "./ai-sdk-model.ts";
import { toModelMessages } from "./ai-sdk-prompt.ts";
import { toSettings } from "./ai-sdk-settings.ts";

/** A model of any provider that the AI SDK knows; its packages are the user's to install. */
export class AiSdk implements CompletionFn {
  static readonly Args = AiSdkArgs;
  static readonly needs: Needs = ({ api_key_env: name }) =>
    typeof name === "string" && variable(name) === undefined ? [`set ${name}`] : [];

  readonly target: string;
  readonly #args: AiSdkArgs;
  readonly #options: CompletionParams;
  readonly #context: CompletionFnContext;
  #model: Promise<AiSdkModel> | undefined;

  constructor(args: AiSdkArgs, context: CompletionFnContext) {
    const { model, provider, base_url } = args;
    this.target = [model, provider, base_url].filter(Boolean).join(" at ");
    this.#args = args;
    this.#options = CallSettings.parse(args);
    this.#context = context;
  }

  /** @throws {ConfigError} when a package is not installed, or the provider cannot be made */
  async prepare(): Promise<void> {
    await this.#opened();
  }

  async complete(
    prompt: Prompt,
    params: CompletionParams,
    { signal }: CallContext,
  ): Promise<CompletionResult> {
    const { generateText, model } = await this.#opened();
    const { settings, sent, leftOut } = toSettings({ ...params, ...this.#options });
    for (const name of leftOut) {
      this.#context.warn(`${this.#args.model}: the AI SDK takes no "${name}"; it is left out`);
    }
    const turns = toTurns(prompt);
    const limit = { name: this.#args.model, milliseconds: this.#context.timeoutMs };
    try {
      const generated = await withinTime(limit, signal, (abortSignal) =>
        generateText({
          model,
          messages: toModelMessages(turns),
          allowSystemInMessages: true,
          ...settings,
          providerOptions: this.#args.provider_options,
          maxRetries: 0, // ours see every failure
          abortSignal,
        }),
      );
      this.#tell(generated.warnings);
      return { ...readGenerated(generated), sent: { prompt: turns, params: sent } };
    } catch (error) {
      signal.throwIfAborted();
      throw generateError(error, this.#args.model, this.#context.secrets);
    }
  }

  #opened(): Promise<AiSdkModel> {
    this.#model ??= openModel(this.#args, this.#context);
    return this.#model;
  }

  /** What the provider did otherwise than it was asked. */
  #tell(warnings: Awaited<ReturnType<AiSdkModel["generateText"]>>["warnings"]): void {
    for (const warning of warnings ?? []) {
      const { feature, details, message } = warning as Readonly<Record<string, string>>; // by its type
      const about = message ?? `"${feature}" is not taken as it is`;
      this.#context.warn(`${this.#args.model}: ${details ?? about}`);
    }
  }
}
