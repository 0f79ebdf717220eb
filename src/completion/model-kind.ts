/**
 * Whether an OpenAI model only completes text; every other name is a chat model. The list is closed:
 * no text-only model has been launched since.
 */
export function isTextModel(name: string): boolean {
  return TEXT_ONLY.test(baseModel(withoutProvider(name)));
}

/** `gpt-4o` for `openai/gpt-4o`; other names as they are. */
export function withoutProvider(name: string): string {
  return name.replace(/^openai\//, "");
}

const TEXT_ONLY =
  /^(?:gpt-3\.5-turbo-instruct.*|gpt-4-base|(?:davinci|babbage)-002|(?:ada|babbage|curie|davinci)|text-(?:ada|babbage|curie|davinci)-.+|code-(?:cushman|davinci)-.+)$/;

/** What a model was tuned from: `ft:davinci-002:acme::9abC`, and in old names `curie:ft-acme`. */
function baseModel(name: string): string {
  const [first = "", second = ""] = name.split(":");
  if (first === "ft") return second;
  return second.startsWith("ft-") ? first : name;
}
