import { expect, test } from "vitest";
import { type FakeRequest, type Reply, refusal } from "../helpers/fake-openai.ts";
import { runTiny } from "../helpers/run-tiny.ts";
import { stubEndpoint, withoutBackOff } from "../helpers/stub-endpoint.ts";
import { questions } from "../helpers/tiny-registry.ts";

/** A server that answers "A", but for the questions with these numbers. */
function answeringBut(replies: Readonly<Record<number, Reply>>): (request: FakeRequest) => Reply {
  return ({ body }) => {
    const [, number = ""] = /Question (\d+)/.exec(JSON.stringify(body)) ?? [];
    return replies[Number(number)] ?? "A";
  };
}

const TOO_LONG = refusal(400, {
  message: "This model's maximum context length is 8192 tokens",
  code: "context_length_exceeded",
});

test.each([
  [
    "a wrong key",
    refusal(401, { message: "Incorrect API key provided", code: "invalid_api_key" }),
    ["401 Incorrect API key provided", "check the key in OPENAI_API_KEY"],
  ],
  [
    "a key without the right",
    refusal(403, { message: "Country not supported" }),
    ["403 Country not supported"],
  ],
  [
    "an unknown model",
    refusal(404, { message: "The model `stub` does not exist", code: "model_not_found" }),
    ["404 The model `stub` does not exist", "check the model's name"],
  ],
  [
    "an empty quota",
    refusal(429, { message: "You exceeded your quota", code: "insufficient_quota" }),
    ["429 You exceeded your quota", "add credit"],
  ],
])("%s ends the run at once: one message, exit 2, no log", async (_, reply, messages) => {
  const server = await stubEndpoint(reply);

  const { exitCode, stderr, stdout, hasLog } = await runTiny(["stub", "t-match"], {
    rows: questions(30),
    env: { EVALS_SEQUENTIAL: "1" },
  });

  expect(exitCode).toBe(2);
  for (const message of messages) expect(stderr).toContain(message);
  expect(stderr).not.toContain("    at ");
  expect(stdout).toBe("");
  expect(hasLog).toBe(false);
  expect(server.requests).toHaveLength(1);
});

test("calls that never answer do not hold up a run that cannot succeed", async () => {
  const key = refusal(401, { message: "Incorrect API key" });
  const replies: Reply[] = ["A", ...Array(9).fill({ fault: "silence" }), key];
  await stubEndpoint(...replies);

  const { exitCode, stdout, log } = await runTiny(["stub", "t-match"], { rows: questions(30) });

  expect(exitCode).toBe(1);
  expect(stdout).toContain("401 Incorrect API key");
  expect(log.report).toMatchObject({ "samples/scored": 1, "samples/skipped": 29 });
});

test("a quota that ends in the middle of a run: the report on what was judged, exit 1", async () => {
  const quota = refusal(429, { message: "You exceeded your quota", code: "insufficient_quota" });
  await stubEndpoint("A", "A", "A", quota);

  const { exitCode, stdout, log } = await runTiny(["stub", "t-match"], {
    rows: questions(10),
    env: { EVALS_SEQUENTIAL: "1" },
  });

  expect(exitCode).toBe(1);
  expect(stdout).toContain("429 You exceeded your quota");
  expect(log.report).toMatchObject({
    accuracy: 1,
    "samples/total": 10,
    "samples/scored": 3,
    "samples/errors": 0,
    "samples/skipped": 7,
  });
});

test("R03: a provider that keeps failing is asked a bounded number of times", async () => {
  withoutBackOff();
  const server = await stubEndpoint(refusal(500, { message: "Our GPUs are on fire" }));

  const { exitCode, log, stdout } = await runTiny([
    ...["stub", "t-match", "--max_samples", "1", "--max-tries", "5"],
  ]);

  expect(exitCode).toBe(1);
  expect(server.requests).toHaveLength(5);
  expect(log.events).toMatchObject([
    { type: "error", data: { status: 500, message: expect.stringContaining("GPUs are on fire") } },
  ]);
  expect(log.report).toMatchObject({ accuracy: null, "run/requests": 5, "run/retries": 4 });
  expect(stdout).toContain("Our GPUs are on fire");
});

test("R03: and for a bounded time, when it asks for a longer wait than that", async () => {
  const server = await stubEndpoint(
    refusal(503, { message: "Overloaded" }, { "retry-after": "3600" }),
  );

  const { exitCode, log } = await runTiny([
    ...["stub", "t-match", "--max_samples", "1", "--max-retry-time", "60"],
  ]);

  expect(exitCode).toBe(1);
  expect(server.requests).toHaveLength(1);
  expect(log.events).toMatchObject([{ data: { message: expect.stringContaining("3600 s") } }]);
});

test("R04: the first back-off says status, reason and wait; later ones are counted", async () => {
  withoutBackOff();
  const limit = refusal(429, { message: "RPM limit 3" }, { "retry-after-ms": "20" });
  await stubEndpoint(limit, limit, limit, limit, limit, "A");

  const { exitCode, stderr, stdout } = await runTiny(["stub", "t-match", "--max_samples", "1"]);

  expect(exitCode).toBe(0);
  expect(stderr.match(/waiting .* before asking again/g)).toHaveLength(1);
  expect(stderr).toMatch(/waiting 0\.02 s before asking again: .*429 RPM limit 3/);
  expect(stdout).toMatch(/6 requests · 5 sent again after [\d.]+ s of waiting/);
});

test("R04: --debug says every one", async () => {
  withoutBackOff();
  const limit = refusal(429, { message: "RPM limit 3" }, { "retry-after-ms": "1" });
  await stubEndpoint(limit, limit, limit, "A");

  const { stderr } = await runTiny(["stub", "t-match", "--max_samples", "1", "--debug"]);

  expect(stderr.match(/before asking again/g)).toHaveLength(3);
});

test("R06: a prompt that is too long is sent once, and the other samples are scored", async () => {
  const server = await stubEndpoint(answeringBut({ 1: TOO_LONG }));

  const { exitCode, log } = await runTiny(["stub", "t-match"], { rows: questions(2) });

  expect(exitCode).toBe(1);
  expect(server.requests).toHaveLength(2);
  expect(log.events).toContainEqual(
    expect.objectContaining({
      sample_id: "t-match.dev.1",
      type: "error",
      data: expect.objectContaining({ kind: "permanent", code: "context_length_exceeded" }),
    }),
  );
  expect(log.report).toMatchObject({ "samples/scored": 1, "samples/errors": 1 });
});

test("R16: a refused request is an error and no empty answer", async () => {
  const invalid = refusal(400, { message: "Invalid prompt", code: "invalid_prompt" });
  await stubEndpoint(answeringBut({ 2: invalid }));

  const { exitCode, log, stdout } = await runTiny(["stub", "t-match"], { rows: questions(4) });

  const ofSample = log.events.filter(({ sample_id }) => sample_id === "t-match.dev.2");
  expect(exitCode).toBe(1);
  expect(ofSample.map(({ type }) => type)).toEqual(["error"]);
  expect(log.report).toMatchObject({
    accuracy: 1,
    "samples/scored": 3,
    "samples/errors": 1,
  });
  expect(stdout).toContain("3 of 4 scored · 1 error");
  expect(stdout).toMatch(/t-match\.dev\.2 .*Invalid prompt/);
});

test("R81: errors stand beside the metric and make the run fail, whatever the rest scored", async () => {
  await stubEndpoint(answeringBut({ 0: TOO_LONG, 3: TOO_LONG }));

  const { exitCode, log, stdout } = await runTiny(["stub", "t-match"], { rows: questions(4) });

  expect(exitCode).toBe(1);
  expect(log.report).toMatchObject({
    accuracy: 1,
    "samples/total": 4,
    "samples/scored": 2,
    "samples/errors": 2,
  });
  expect(stdout).toContain("2 of 4 scored · 2 errors");
});

test("more errors than fit on a screen are counted", async () => {
  await stubEndpoint(TOO_LONG);

  const { exitCode, log, stdout } = await runTiny(["stub", "t-match"], { rows: questions(12) });

  expect(exitCode).toBe(1);
  expect(stdout.match(/maximum context length/g)).toHaveLength(5);
  expect(stdout).toContain("and 7 more");
  expect(stdout).toMatch(/^accuracy +n\/a/m);
  expect(log.report).toMatchObject({ accuracy: null, "samples/scored": 0, "samples/errors": 12 });
});

test("R20: an answer without content is no answer, and not asked for again", async () => {
  const server = await stubEndpoint(answeringBut({ 0: { text: null, finish_reason: "length" } }));

  const { exitCode, log } = await runTiny(["stub", "t-match"], { rows: questions(3) });

  expect(exitCode).toBe(0);
  expect(server.requests).toHaveLength(3);
  expect(log.report).toMatchObject({ accuracy: 2 / 3, "samples/errors": 0 });
  expect(log.events).toContainEqual(
    expect.objectContaining({
      sample_id: "t-match.dev.0",
      data: expect.objectContaining({ sampled: [], finish_reason: "length" }),
    }),
  );
});

test("R133: an unknown name is a chat model", async () => {
  const server = await stubEndpoint(({ path }) =>
    path === "/v1/chat/completions" ? "A" : refusal(404, { message: "no such route" }),
  );

  const { exitCode } = await runTiny(["brand-new-model", "t-match"]);

  expect(exitCode).toBe(0);
  expect(server.requests[0]?.body).toMatchObject({ model: "brand-new-model" });
});

test("R133: a 404 hints at the other endpoint in one line, which YAML can choose", async () => {
  const onlyText = await stubEndpoint(({ path }) =>
    path === "/v1/completions" ? "A" : refusal(404, { message: "This is not a chat model" }),
  );

  const asChat = await runTiny(["old-model", "t-match"]);
  const asText = await runTiny(["old", "t-match"], {
    files: {
      "completion_fns/old.yaml": "old: { class: openai-text, args: { model: old-model } }\n",
    },
  });

  expect(asChat.exitCode).toBe(2);
  expect(asChat.stderr).toMatch(
    /^ {2}fix: .*builtin:openai-text --completion-args model=old-model$/m,
  );
  expect(asChat.stderr).not.toContain("    at ");
  expect(asText.exitCode).toBe(0);
  expect(onlyText.requests.at(-1)).toMatchObject({ path: "/v1/completions" });
});

test("R17: a parameter that a model refuses is learnt at the first sample", async () => {
  const server = await stubEndpoint(({ body }) =>
    "max_tokens" in body
      ? refusal(400, {
          message: "Use 'max_completion_tokens' instead.",
          code: "unsupported_parameter",
          param: "max_tokens",
        })
      : "A",
  );

  const { exitCode, log, stderr } = await runTiny(["o3-mini", "t-fuzzy"], {
    rows: questions(10),
  });

  const [sampling] = log.events.filter(({ type }) => type === "sampling");
  expect(exitCode).toBe(0);
  expect(server.requests).toHaveLength(11);
  expect(sampling?.data).toMatchObject({ params: { max_completion_tokens: 100 } });
  expect(stderr.match(/refuses max_tokens/g)).toHaveLength(1);
});
