import { expect, test } from "vitest";
import { type FakeRequest, HTML, type Reply, refusal } from "../helpers/fake-openai.ts";
import { questionOf, runAgainst } from "./run-against.ts";

/** Faults that a second request does not meet any more. */
const PASSING: Readonly<Record<string, Reply>> = {
  "a connection that breaks in the middle of a body": { fault: "reset" },
  "JSON that ends too early": { fault: "half" },
  "a page of HTML": HTML,
  "an empty body": { status: 200, body: "" },
  "a success that holds an error": { status: 200, body: { error: { message: "Try later" } } },
  "500": refusal(500, { message: "oops" }),
  "502 with a page of HTML": { ...HTML, status: 502 },
  "408": refusal(408, { message: "Request timeout" }),
  "409": refusal(409, { message: "Conflict" }),
};

/** Faults that no further request mends, and how often each is met with `--max-tries 3`. */
const LASTING: readonly { fault: string; reply: Reply; tries: number; message: RegExp }[] = [
  { fault: "resets", reply: { fault: "reset" }, tries: 3, message: /the connection failed/ },
  { fault: "half JSON", reply: { fault: "half" }, tries: 3, message: /cut off or no JSON/ },
  { fault: "pages", reply: HTML, tries: 2, message: /no completion: <!doctype html>/ },
  {
    fault: "500",
    reply: refusal(500, { message: "on fire" }),
    tries: 3,
    message: /500 on fire/,
  },
  {
    fault: "an error with a status in a success",
    reply: { status: 200, body: { error: { message: "Not your turn", code: 503 } } },
    tries: 3,
    message: /503 Not your turn/,
  },
  {
    fault: "R06: a prompt that is too long",
    reply: refusal(400, { code: "context_length_exceeded", message: "too long" }),
    tries: 1,
    message: /400 too long/,
  },
  {
    fault: "a filter",
    reply: refusal(400, { code: "content_filter", message: "filtered" }),
    tries: 1,
    message: /400 filtered/,
  },
  {
    fault: "an invalid prompt",
    reply: refusal(422, { code: "invalid_prompt", message: "invalid" }),
    tries: 1,
    message: /422 invalid/,
  },
];

/** The numbers of the questions that were asked, in the order of arrival. */
function questionsOf(requests: readonly FakeRequest[]): number[] {
  return requests.map(questionOf);
}

test(`what passes is asked again, and every sample is scored: ${Object.keys(PASSING).join(", ")}`, async () => {
  const faults = Object.values(PASSING);
  const asked = new Set<number>();

  const { exitCode, requests, log } = await runAgainst(
    [
      (request) => {
        const question = questionOf(request);
        const isFirst = !asked.has(question);
        asked.add(question);
        return isFirst ? (faults[question] ?? "A") : "A";
      },
    ],
    { samples: faults.length + 1 },
  );

  expect(exitCode).toBe(0);
  const twice = faults.flatMap((_, question) => [question, question]);
  expect(questionsOf(requests).toSorted((a, b) => a - b)).toEqual([...twice, faults.length]);
  expect(log.report).toMatchObject({
    accuracy: 1,
    "samples/scored": faults.length + 1,
    "run/retries": faults.length,
  });
});

test(`what lasts is asked a bounded number of times, and the others are scored: ${LASTING.map(({ fault }) => fault).join(", ")}`, async () => {
  const { exitCode, requests, log } = await runAgainst(
    [(request) => LASTING[questionOf(request)]?.reply ?? "A"],
    { samples: LASTING.length + 1, flags: ["--max-tries", "3"] },
  );

  const asked = questionsOf(requests);
  const errors = LASTING.map((_, question) =>
    log.events.find(
      ({ type, sample_id }) => type === "error" && sample_id === `t-match.dev.${question}`,
    ),
  );
  expect(exitCode).toBe(1);
  expect(LASTING.map((_, question) => asked.filter((each) => each === question).length)).toEqual(
    LASTING.map(({ tries }) => tries),
  );
  expect(errors.map((error) => Object(error?.data).message)).toEqual(
    LASTING.map(({ message }) => expect.stringMatching(message)),
  );
  expect(log.report).toMatchObject({
    accuracy: 1,
    "samples/scored": 1,
    "samples/errors": LASTING.length,
  });
});

test.each([
  [
    "a wrong key",
    refusal(401, { message: "Incorrect API key" }),
    "check the key in OPENAI_API_KEY",
  ],
  [
    "an empty quota",
    refusal(429, { message: "You exceeded your quota", code: "insufficient_quota" }),
    "add credit",
  ],
  ["an unknown model", refusal(404, { message: "no such model" }), "check the model's name"],
])("%s ends the run at once: one message with its mend, exit 2, no log", async (_, reply, mend) => {
  const { exitCode, stdout, stderr, requests, hasLog } = await runAgainst([reply], {
    samples: 100,
    env: { EVALS_THREADS: "4", OPENAI_API_KEY: "sk-CANARY-0123456789" },
  });

  expect(exitCode).toBe(2);
  expect(requests.length).toBeLessThanOrEqual(4);
  expect(stderr).toContain(mend);
  expect(stderr.match(/^ {2}fix: /gm)).toHaveLength(1);
  expect(stdout + stderr).not.toContain("CANARY");
  expect(hasLog).toBe(false);
});

test("an endpoint where nothing listens ends the run after two tries of a call, in one message", async () => {
  const { exitCode, stderr, hasLog } = await runAgainst(["A"], {
    samples: 100,
    env: { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" },
  });

  expect(exitCode).toBe(2);
  expect(stderr).toMatch(
    /: nothing listens there \(ECONNREFUSED\) \(tried 2 times in [\d.]+ s\)$/m,
  );
  expect(stderr).toMatch(/^ {2}where: http:\/\/127\.0\.0\.1:9\/v1\/chat\/completions$/m);
  expect(stderr).toMatch(
    /^ {2}fix: +check that http:\/\/127\.0\.0\.1:9\/v1 is right and its server runs$/m,
  );
  expect(hasLog).toBe(false);
});
