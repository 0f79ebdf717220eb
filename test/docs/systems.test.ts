import { afterEach, describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { AI_SDK_PROVIDERS } from "../../src/completion/ai-sdk/ai-sdk-providers.ts";
import { serve, testCall } from "../completion/contexts.ts";
import { openRegistry } from "../registry/open.ts";
import { blocksOf, readPage } from "./pages.ts";

const PAGE = "docs/systems.md";

/** Files of the page by the names that it gives them. */
function filesOf(...names: readonly string[]): Record<string, string> {
  const blocks = blocksOf(PAGE).filter(({ marks }) => names.includes(marks.get("file") ?? ""));
  return Object.fromEntries(
    blocks.map(({ marks, text }) => [
      (marks.get("file") ?? "").replace(/^my-registry\//, ""),
      text,
    ]),
  );
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe(PAGE, () => {
  test("its Claude is asked for real", async () => {
    vi.stubEnv("MY_CLAUDE_KEY", "key-of-claude");
    const usage = { input_tokens: 7, output_tokens: 2 };
    const content = [{ type: "text", text: "Lima" }];
    const body = { id: "m", type: "message", role: "assistant", model: "c", content, usage };
    const server = await serve({ status: 200, body: { ...body, stop_reason: "end_turn" } });
    const { registry } = openRegistry(filesOf("my-registry/completion_fns/claude.yaml"));

    const fn = await registry.completionFn("claude", { base_url: server.baseURL });

    expect((await fn.complete("Peru?", {}, testCall())).completions).toEqual(["Lima"]);
    expect(server.requests[0]).toMatchObject({
      headers: { "x-api-key": "key-of-claude" },
      body: { max_tokens: 2000, output_config: { effort: "low" } },
    });
  });

  test("its retrieval finds the fact that is asked for", async () => {
    const vector = { status: 200, body: { data: [{ embedding: [0, 1] }], model: "e" } };
    const server = await serve(vector, "Lima");
    vi.stubEnv("OPENAI_BASE_URL", server.baseURL);
    const files = filesOf("my-registry/completion_fns/well-read.yaml", "facts.csv");
    const { registry } = openRegistry(files);

    const fn = await registry.completionFn("well-read");

    expect((await fn.complete("Peru?", {}, testCall())).completions).toEqual(["Lima"]);
    expect(server.requests.map(({ body }) => body.model)).toEqual([
      "text-embedding-3-small",
      "gpt-4o",
    ]);
    expect(server.requests[1]?.body.messages[0].content).toBe(
      "Some facts:\nLima is the seat of Peru's government.",
    );
  });

  test("it names every provider", () => {
    const [, named = ""] = /^The providers are (.*?);/m.exec(readPage(PAGE)) ?? [];

    expect([...named.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(
      Object.keys(AI_SDK_PROVIDERS),
    );
  });

  test("every entry is at most ten lines of YAML", () => {
    for (const { language, text, where } of blocksOf(PAGE)) {
      if (language !== "yaml") continue;
      for (const entry of Object.values(parse(text))) expect(entry, where).toHaveProperty("class");
      expect(text.trimEnd().split("\n").length, where).toBeLessThanOrEqual(10);
    }
  });

  test.each(["langchain", "ai-sdk", "a-program"])(
    "it has the section #%s that messages name",
    (anchor) => {
      const headings = [...readPage(PAGE).matchAll(/^## (.+)$/gm)].map(([, title = ""]) =>
        title.toLowerCase().replaceAll(" ", "-"),
      );

      expect(headings).toContain(anchor);
    },
  );
});
