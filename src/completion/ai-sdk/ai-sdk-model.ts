import type { generateText, LanguageModel } from "ai";
import { didYouMean } from "../../core/closest.ts";
import { ConfigError } from "../../core/errors.ts";
import type { CompletionFnContext } from "../../core/registry-view.ts";
import { variable } from "../openai/openai-client.ts";
import { type Fetch, openTransport } from "../openai/transport.ts";
import type { AiSdkArgs } from "./ai-sdk-args.ts";
import { AI_SDK_PROVIDERS, aiSdkProvider } from "./ai-sdk-providers.ts";

/** A model and the function of the AI SDK that asks it. */
export interface AiSdkModel {
  readonly generateText: typeof generateText;
  readonly model: LanguageModel;
}

/**
 * Loads the AI SDK and the package of the model's provider, and makes the model. Both are looked for
 * from the working directory.
 *
 * @throws {ConfigError} when one is not installed, or the provider cannot be made
 */
export async function openModel(
  args: AiSdkArgs,
  context: CompletionFnContext,
): Promise<AiSdkModel> {
  const { name, model } = referenceOf(args);
  const [, module = "", factory = ""] = /^(.+):(\w+)$/.exec(name) ?? [];
  const [sdk, provider] = await Promise.all(
    [SDK, module].map((each) => context.importPackage(each)),
  );
  if (!sdk || !provider) {
    const missing = [...(sdk ? [] : [SDK]), ...(provider ? [] : [module])];
    throw notInstalled(args.model, missing);
  }
  silenceWarnings();
  const make = provider[factory];
  if (typeof make !== "function") throw noFactory(module, factory, Object.keys(provider));
  const settings = await providerSettings(args, context);
  return {
    generateText: sdk["generateText"] as AiSdkModel["generateText"], // the package's own type
    model: make(settings)(model),
  };
}

const SDK = "ai";

function referenceOf({ model, provider }: AiSdkArgs): { name: string; model: string } {
  if (provider !== undefined) return { name: provider, model };
  const prefix = aiSdkProvider(model) ?? "";
  return { name: AI_SDK_PROVIDERS[prefix] ?? "", model: model.slice(prefix.length + 1) };
}

async function providerSettings(
  { base_url, api_key, api_key_env, headers, settings }: AiSdkArgs,
  { secrets }: CompletionFnContext,
): Promise<object> {
  const apiKey = api_key ?? (api_key_env === undefined ? undefined : keyIn(api_key_env));
  secrets.add(apiKey);
  return {
    ...settings,
    ...(base_url === undefined ? {} : { baseURL: base_url }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(headers === undefined ? {} : { headers }),
    fetch: watched(await openTransport(), (key) => secrets.add(key)),
  };
}

function keyIn(name: string): string {
  const key = variable(name);
  if (key !== undefined) return key;
  throw new ConfigError(`${name}, which api_key_env names, is not set`, {
    fix: `set ${name} to the key`,
  });
}

/**
 * A provider takes keys from variables of its own; they are known once they are sent. What breaks a
 * connection is thrown as the standard has it, or the SDK would not know it for what it is.
 */
function watched(fetch: Fetch, onKey: (key: string) => void): Fetch {
  return async (url, init = {}) => {
    for (const [name, value] of new Headers(init.headers)) {
      if (/api-key$/.test(name)) onKey(value);
      if (name === "authorization" && /^bearer /i.test(value)) onKey(value.slice("bearer ".length));
    }
    try {
      return await fetch(url, init);
    } catch (cause) {
      init.signal?.throwIfAborted();
      throw new TypeError("fetch failed", { cause });
    }
  };
}

/** It would print what a provider does not take at every call; the run's own warnings come once. */
function silenceWarnings(): void {
  globalThis.AI_SDK_LOG_WARNINGS ??= false;
}

function notInstalled(model: string, missing: readonly string[]): ConfigError {
  const packages = missing.map((name) => `"${name}"`).join(" and ");
  return new ConfigError(`${model} is asked through ${packages}, not installed here`, {
    fix: `npm install ${missing.join(" ")}`,
  });
}

function noFactory(module: string, factory: string, exports: readonly string[]): ConfigError {
  const makers = exports.filter((name) => name.startsWith("create"));
  return new ConfigError(`"${module}" exports no "${factory}"`, {
    where: "provider",
    fix: didYouMean(factory, makers) ?? `it exports ${makers.join(", ") || "nothing that fits"}`,
  });
}
