import { expect, test } from "vitest";
import { Constant } from "../../src/completion/constant.ts";
import { Dummy } from "../../src/completion/dummy.ts";
import { Echo } from "../../src/completion/echo.ts";

test("dummy answers what openai/evals' dummy answers", async () => {
  expect(await new Dummy().complete()).toEqual({ completions: ["This is a dummy response."] });
});

test("constant answers its text", async () => {
  expect(await new Constant({ text: "" }).complete()).toEqual({ completions: [""] });
});

test("constant without a text is refused", () => {
  expect(Constant.Args.safeParse({}).success).toBe(false);
});

test.each([
  ["text", "Peru?", "Peru?"],
  [
    "the last turn of the user",
    [
      { role: "user", content: "Peru?" },
      { role: "assistant", content: "Lima" },
      { role: "user", content: [{ type: "text", text: "Chile?" }, { type: "image_url" }] },
      { role: "assistant", content: "Let me think." },
    ],
    "Chile?",
  ],
  ["the last message when no user spoke", [{ role: "system", content: "Be brief." }], "Be brief."],
  ["nothing when there is nothing", [], ""],
])("echo answers with %s", async (_, prompt, expected) => {
  expect(await new Echo().complete(prompt)).toEqual({ completions: [expected] });
});
