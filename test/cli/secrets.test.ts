import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { refusal } from "../helpers/fake-openai.ts";
import { runCli } from "../helpers/run-cli.ts";
import { runTiny } from "../helpers/run-tiny.ts";
import { stubEndpoint } from "../helpers/stub-endpoint.ts";
import { questions } from "../helpers/tiny-registry.ts";
import { eventServer } from "../record/event-server.ts";

const CANARY = "sk-CANARY-of-the-environment";
const CANARY2 = "sk-CANARY2-of-the-arguments";

/** A server that repeats the key it was given, once as an error and once as an answer. */
async function echoingEndpoint() {
  const server = await stubEndpoint(({ headers, body }) =>
    JSON.stringify(body).includes("Question 1")
      ? refusal(400, { message: `Your key ${headers.authorization} is tired` })
      : `I was asked by ${headers.authorization}`,
  );
  vi.stubEnv("OPENAI_API_KEY", CANARY);
  return server;
}

test("R122: a key is in no log, no JSON, no CSV and on no screen", async () => {
  const server = await echoingEndpoint();

  const { exitCode, stdout, stderr, root } = await runTiny(
    ["gpt-x", "t-match", "--json", "report.json", "--csv", "samples.csv"],
    { rows: questions(3) },
  );

  const files = ["log.jsonl", "report.json", "samples.csv"].map((file) =>
    readFileSync(join(root, file), "utf8"),
  );
  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${CANARY}`);
  expect(exitCode).toBe(1);
  for (const text of [stdout, stderr, ...files]) expect(text).not.toContain("CANARY");
  expect(files[0]).toContain("I was asked by Bearer [secret]");
});

test("R122: nor is one of the command line, the recorded command included", async () => {
  const server = await echoingEndpoint();

  const { stdout, stderr, log, root } = await runTiny(
    ["gpt-x", "t-match", "--completion_args", `api_key=${CANARY2}`, "--json", "report.json"],
    { rows: questions(3) },
  );

  expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${CANARY2}`);
  expect(log.spec.run_config.command).toContain("--completion_args api_key=[secret]");
  for (const file of ["log.jsonl", "report.json"]) {
    expect(readFileSync(join(root, file), "utf8")).not.toContain("CANARY");
  }
  expect(stdout + stderr).not.toContain("CANARY");
});

test("R122: nor is one that a fatal error repeats", async () => {
  await stubEndpoint(refusal(401, { message: `Incorrect API key provided: ${CANARY}` }));
  vi.stubEnv("OPENAI_API_KEY", CANARY);

  const { exitCode, stderr } = await runTiny(["gpt-x", "t-match", "--debug"]);

  expect(exitCode).toBe(2);
  expect(stderr).toContain("Incorrect API key provided: [secret]");
  expect(stderr).not.toContain("CANARY");
});

test("R122: nor is one sent to the server of --http-run, or printed by --dry-run", async () => {
  await echoingEndpoint();
  const { url, seen } = await eventServer(() => 200);

  const http = await runTiny(["gpt-x", "t-match", "--http-run", `--http-run-url=${url}`]);
  const dry = await runTiny(["gpt-x", "t-match", "--dry-run"]);

  expect(seen.length).toBeGreaterThan(0);
  expect(JSON.stringify(seen)).not.toContain("CANARY");
  expect(http.stdout + http.stderr + dry.stdout + dry.stderr).not.toContain("CANARY");
});

test("R122: nor is one handed to a recorder of one's own", async () => {
  await echoingEndpoint();

  const { root } = await runTiny(
    [
      ...["gpt-x", "t-match", "--recorder", "./sink.ts:Sink"],
      ...["--completion_args", `api_key=${CANARY2}`],
    ],
    {
      files: {
        "sink.ts": `import { appendFileSync } from "node:fs";
export class Sink {
  async open(spec) { this.#keep(spec); }
  async write(events) { this.#keep(events); }
  async close(report) { this.#keep(report); }
  #keep(value) { appendFileSync(new URL("kept.txt", import.meta.url), JSON.stringify(value)); }
}`,
      },
    },
  );

  const kept = readFileSync(join(root, "kept.txt"), "utf8");
  expect(kept).toContain("t-match.dev.v0");
  expect(kept).not.toContain("CANARY");
});

test("R122: nor is one shown from the log", async () => {
  await echoingEndpoint();
  const { root } = await runTiny(["gpt-x", "t-match"]);

  const { stdout } = await runCli(["show", "log.jsonl", "--all"], { cwd: root });

  expect(stdout).toContain("[secret]");
  expect(stdout).not.toContain("CANARY");
});

test("R123: a model's name with slash and colon makes a safe file name, and is whole in the log", async () => {
  await stubEndpoint("A");
  const { root } = await runTiny(["oracle", "t-match"]);

  const { exitCode, stdout } = await runCli(
    [
      ...["org/model:tag", "t-match", "--each", "--registry_path", root],
      ...["--record_path", "logs"],
    ],
    { cwd: root },
  );

  const [path = ""] = /\S+_org_model_tag_t-match\.jsonl/.exec(stdout) ?? [];
  expect(exitCode).toBe(0);
  expect(readFileSync(path, "utf8")).toContain('"completion_fns":["org/model:tag"]');
});

test("the name of a variable is shown, though it is called like a key", async () => {
  vi.stubEnv("ACME_API_KEY", "");
  onTestFinished(() => void vi.unstubAllEnvs());

  const { exitCode, stderr } = await runTiny(["acme", "t-match"], {
    files: {
      "completion_fns/acme.yaml":
        "acme: { class: openai-chat, args: { model: m, api_key_env: ACME_API_KEY } }\n",
    },
  });

  expect(exitCode).toBe(2);
  expect(stderr).toContain("ACME_API_KEY, which api_key_env names, is not set");
});
