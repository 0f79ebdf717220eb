// Asks an endpoint by nothing but a client, in as many loops as requests may be under way.
// node bench/bare-loop.mjs <sdk-as-it-comes|sdk|undici> <base URL> <rows.jsonl> <concurrency>
import { readFileSync } from "node:fs";

const [client = "", baseURL = "", path = "", concurrency = "64"] = process.argv.slice(2);

const rows = readFileSync(path, "utf8").trimEnd().split("\n");
const ask = await asker();
let next = 0;

await Promise.all(Array.from({ length: Number(concurrency) }, loop));
// As the program does: connections that are kept alive need not be waited for.
process.exit(0);

async function loop() {
  for (let row = rows[next++]; row !== undefined; row = rows[next++]) {
    const { input } = JSON.parse(row);
    const answer = await ask({ model: "bench-1", messages: input, temperature: 0 });
    if (answer.choices[0].message.content !== "word 7") throw new Error("Expected the answer");
  }
}

async function asker() {
  if (client === "undici") return undiciAsker();
  const { OpenAI } = await import("openai");
  const options = { baseURL, apiKey: "none" };
  const sdk =
    client === "sdk" ? new OpenAI({ ...options, ...(await ourWay()) }) : new OpenAI(options);
  return (body) => sdk.chat.completions.create(body);
}

async function ourWay() {
  const { openTransport } = await import("../dist/completion/openai/transport.js");
  return { fetch: await openTransport(), maxRetries: 0 };
}

async function undiciAsker() {
  const { Agent } = await import("undici");
  const agent = new Agent();
  const { origin, pathname } = new URL(baseURL);
  const headers = { "content-type": "application/json", authorization: "Bearer none" };
  return async (body) => {
    const answer = await agent.request({
      origin,
      path: `${pathname}/chat/completions`,
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return answer.body.json();
  };
}
