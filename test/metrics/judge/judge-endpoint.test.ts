import { expect, test } from "vitest";
import { AnswerRelevancy } from "../../../src/metrics/classes/answer-relevancy.ts";
import { chatAt, serve, testContext } from "../../completion/contexts.ts";
import { refusal } from "../../helpers/fake-openai.ts";
import { makeMetric, sampleContext, scoreInput } from "../../helpers/scoring.ts";

const INPUT = scoreInput({ query: "When does it leave?", response: "At nine." });
const RATING = '{"reason": "r", "subject": 1, "asked": 0.5, "focus": 1, "evasive": 0}';

test("an endpoint that takes schemas gets one with each question, at a temperature of 0", async () => {
  const server = await serve(RATING);
  const metric = makeMetric(AnswerRelevancy, { context: { judge: chatAt(server) } });

  const { scores } = await metric.score(INPUT, sampleContext());

  expect(scores["answer_relevancy"]).toBeCloseTo(2.5 / 3, 12);
  const { temperature, messages, response_format } = server.requests[0]?.body ?? {};
  expect(temperature).toBe(0);
  expect(messages.map(({ role }: { role: string }) => role)).toEqual(["system", "user"]);
  expect(response_format).toEqual({
    type: "json_schema",
    json_schema: {
      name: "rubric",
      strict: true,
      schema: {
        type: "object",
        properties: {
          reason: { type: "string" },
          subject: { type: "number", enum: [0, 0.5, 1] },
          asked: { type: "number", enum: [0, 0.5, 1] },
          focus: { type: "number", enum: [0, 0.5, 1] },
          evasive: { type: "number", enum: [0, 1] },
        },
        required: ["reason", "subject", "asked", "focus", "evasive"],
        additionalProperties: false,
      },
    },
  });
});

test.each([
  ["does not know the option", "Unknown parameter: 'response_format'."],
  ["does not know schemas", "'response_format.type' must be 'json_object' or 'text'"],
  ["says it in its own way", "This response_format type is unavailable now"],
])("an endpoint that %s is asked for text from then on", async (_, message) => {
  const server = await serve(
    refusal(400, { message, type: "invalid_request_error", param: null, code: null }),
    `Here you are:\n\`\`\`json\n${RATING}\n\`\`\``,
    RATING,
  );
  const judge = chatAt(server, {}, testContext());
  const metric = makeMetric(AnswerRelevancy, { context: { judge } });

  const first = await metric.score(INPUT, sampleContext());
  const second = await metric.score(INPUT, sampleContext());

  expect([first, second].map(({ details }) => details)).toEqual([
    { subject: 1, asked: 0.5, focus: 1, evasive: 0 },
    { subject: 1, asked: 0.5, focus: 1, evasive: 0 },
  ]);
  const formats = server.requests.map(({ body }) => body.response_format?.type);
  expect(formats).toEqual(["json_schema", undefined, undefined]);
});

test("a judge whose key is refused is no score and no second question", async () => {
  const server = await serve(refusal(401, { message: "Incorrect API key provided" }));
  const metric = makeMetric(AnswerRelevancy, { context: { judge: chatAt(server) } });

  await expect(metric.score(INPUT, sampleContext())).rejects.toMatchObject({
    name: "CompletionError",
    kind: "fatal",
  });
  expect(server.requests).toHaveLength(1);
});
