/**
 * Providers that a model's name may begin with, and the package and export that make each. Azure is
 * not among them: OpenAI's own client asks it.
 */
export const AI_SDK_PROVIDERS: Readonly<Record<string, string>> = {
  anthropic: "@ai-sdk/anthropic:createAnthropic",
  bedrock: "@ai-sdk/amazon-bedrock:createAmazonBedrock",
  cerebras: "@ai-sdk/cerebras:createCerebras",
  cohere: "@ai-sdk/cohere:createCohere",
  deepinfra: "@ai-sdk/deepinfra:createDeepInfra",
  deepseek: "@ai-sdk/deepseek:createDeepSeek",
  fireworks: "@ai-sdk/fireworks:createFireworks",
  google: "@ai-sdk/google:createGoogleGenerativeAI",
  groq: "@ai-sdk/groq:createGroq",
  mistral: "@ai-sdk/mistral:createMistral",
  perplexity: "@ai-sdk/perplexity:createPerplexity",
  togetherai: "@ai-sdk/togetherai:createTogetherAI",
  vertex: "@ai-sdk/google-vertex:createVertex",
  xai: "@ai-sdk/xai:createXai",
};

/** The provider that a name such as `anthropic/claude-sonnet-4-5` begins with. */
export function aiSdkProvider(name: string): string | undefined {
  const [provider = "", model] = name.split("/", 2);
  return model && Object.hasOwn(AI_SDK_PROVIDERS, provider) ? provider : undefined;
}
