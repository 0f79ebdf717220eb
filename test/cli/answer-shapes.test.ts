import { expect, test, vi } from "vitest";
import { type FakeRequest, type Reply, refusal } from "../helpers/fake-openai.ts";
import { runTiny } from "../helpers/run-tiny.ts";
import { stubEndpoint } from "../helpers/stub-endpoint.ts";

/** A server that answers "A", but for the question with this number. */
function answeringBut(number: number, reply: Reply): (request: FakeRequest) => Reply {
  return ({ body }) => (JSON.stringify(body).includes(`Question ${number}?`) ? reply : "A");
}

test("R20: thinking that used the whole budget is no answer: scored, counted, told, not asked again", async () => {
  const silent = { text: null, reasoning: "Let me see", finish_reason: "length" };
  const server = await stubEndpoint(answeringBut(2, silent));

  const { exitCode, stdout, log } = await runTiny(["stub", "t-match"]);

  expect(exitCode).toBe(0);
  expect(log.report).toMatchObject({
    accuracy: 0.75,
    "samples/scored": 4,
    "samples/errors": 0,
    "run/no_answer": 1,
    "run/no_answer/length": 1,
  });
  expect(stdout).toContain("answers  1 empty: 1 length; more room: --completion-args max_tokens=N");
  expect(log.events).toContainEqual(
    expect.objectContaining({
      type: "sampling",
      data: expect.objectContaining({
        sampled: [],
        finish_reason: "length",
        reasoning: ["Let me see"],
      }),
    }),
  );
  expect(server.requests).toHaveLength(4);
});

const ROMES = [{ input: "Capital of France?", ideal: "Rome" }];

test.each([
  [[], 0],
  [["--parity"], 0],
  [["--completion-args", "strip_reasoning=false"], 1],
])(
  "R21: what was only thought is not scored: with %j the accuracy is %d",
  async (flags, accuracy) => {
    await stubEndpoint("<think>maybe Rome</think>Paris");

    const { log } = await runTiny(["stub", "t-includes", ...flags], { rows: ROMES });

    expect(log.report).toMatchObject({ accuracy });
  },
);

test("R77: of several answers each is judged, and the named reducer makes one result", async () => {
  await stubEndpoint({ text: ["A", "B", "A"] });
  const params = ["--extra-eval-params", "n=3,reducer=majority"];

  const { exitCode, log } = await runTiny(["stub", "t-match", ...params]);

  expect(exitCode).toBe(0);
  expect(log.report).toMatchObject({ accuracy: 1 });
  const match = log.events.find(({ type }) => type === "match");
  expect(match?.data).toMatchObject({
    correct: true,
    reducer: "majority",
    verdicts: [
      { index: 0, correct: true },
      { index: 1, correct: false },
      { index: 2, correct: true },
    ],
  });
});

test("R77: fewer answers than asked for are errors of their samples", async () => {
  await stubEndpoint({ text: ["A", "B"] });

  const { exitCode, log } = await runTiny(["stub", "t-match", "--extra-eval-params", "n=3"]);

  expect(exitCode).toBe(1);
  expect(log.report).toMatchObject({ accuracy: null, "samples/errors": 4 });
});

const JUDGED = {
  "evals/judged.yaml": `judged: { id: judged.dev.v0, metrics: [score] }
judged.dev.v0: { class: model-graded, args: { samples_jsonl: tiny.jsonl, modelgraded_spec: t-spec } }
`,
  "modelgraded/t-spec.yaml": `t-spec:
  prompt: "Judge this. {input} {completion}"
  choice_strings: [Good, Bad]
  eval_type: classify
  choice_scores: { Good: 1, Bad: 0 }
  input_outputs: { input: completion }
`,
  "completion_fns/azure.yaml": `azure/d1: { class: azure-openai, args: { deployment: d1 } }
azure/d2: { class: azure-openai, args: { deployment: d2 } }
`,
};

test("R25: deployments of Azure answer and judge by registry and environment alone", async () => {
  const server = await stubEndpoint(({ path, headers, body }) => {
    if (headers["api-key"] !== "key-of-azure") return refusal(401, { message: "Access denied" });
    const version = "api-version=2024-10-21";
    if (path === `/openai/deployments/d1/chat/completions?${version}`) return "A";
    if (path !== `/openai/deployments/d2/chat/completions?${version}`) {
      return refusal(404, { message: path });
    }
    return JSON.stringify(body).includes("Judge this.") ? "Good" : "Bad";
  });
  vi.stubEnv("OPENAI_BASE_URL", "");
  vi.stubEnv("AZURE_OPENAI_ENDPOINT", server.baseURL.replace("/v1", ""));
  vi.stubEnv("AZURE_OPENAI_API_KEY", "key-of-azure");
  vi.stubEnv("OPENAI_API_VERSION", "2024-10-21");

  const { exitCode, log } = await runTiny(["azure/d1", "judged", "--judge", "azure/d2"], {
    files: JUDGED,
  });

  expect(exitCode).toBe(0);
  expect(log.report).toMatchObject({ score: 1, "samples/scored": 4 });
  expect(JSON.stringify(log)).not.toContain("key-of-azure");
});
