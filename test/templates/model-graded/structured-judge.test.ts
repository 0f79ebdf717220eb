import { expect, test } from "vitest";
import { chatAt, serve, testContext } from "../../completion/contexts.ts";
import { answering } from "../../helpers/answering.ts";
import { refusal } from "../../helpers/fake-openai.ts";
import { judge } from "./judging.ts";

const REFUSED = refusal(400, {
  message: "Invalid parameter: 'response_format' of type 'json_schema' is not supported.",
  type: "invalid_request_error",
  param: null,
  code: null,
});

test("an endpoint that does not know structured output is asked for text, and learns once", async () => {
  const server = await serve(REFUSED, "It is four.\nYes", "It is not.\nNo");
  const context = testContext();
  const judging = chatAt(server, {}, context);

  const { metrics } = await judge({
    fns: [answering("4", "5"), judging],
    rows: [{ input: "2+2?" }, { input: "2+2?" }],
    args: { structured: true },
  });

  expect(metrics).toMatchObject([
    { choice: "Yes", read_as: "exact", reasoning: "It is four." },
    { choice: "No", read_as: "exact" },
  ]);
  const formats = server.requests.map(({ body }) => body.response_format?.type);
  expect(formats).toEqual(["json_schema", undefined, undefined]);
  expect(context.warnings).toEqual([expect.stringContaining("refuses response_format")]);
});

test("an endpoint that knows it gets the schema with each question", async () => {
  const server = await serve('{"reasoning": "It is four.", "choice": "Yes"}');

  const { metrics } = await judge({
    fns: [answering("4"), chatAt(server)],
    args: { structured: true },
  });

  expect(metrics).toMatchObject([{ choice: "Yes", read_as: "structured" }]);
  expect(server.requests[0]?.body.response_format.json_schema).toEqual({
    name: "verdict",
    strict: true,
    schema: {
      type: "object",
      properties: {
        reasoning: { type: "string" },
        choice: { type: "string", enum: ["Yes", "No"] },
      },
      required: ["reasoning", "choice"],
      additionalProperties: false,
    },
  });
});

test("a judge that refuses max_tokens and temperature is learnt apart from the policy", async () => {
  const unsupported = (param: string) =>
    refusal(400, { message: `Unsupported: ${param}`, param, code: "unsupported_parameter" });
  const server = await serve(unsupported("max_tokens"), unsupported("temperature"), "Yes");

  const { metrics } = await judge({
    fns: [answering("4"), chatAt(server)],
    rows: [{ input: "a" }, { input: "b" }, { input: "c" }],
  });

  expect(metrics.map(({ choice }) => choice)).toEqual(["Yes", "Yes", "Yes"]);
  expect(server.requests).toHaveLength(5);
  expect(server.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 1024 });
});
