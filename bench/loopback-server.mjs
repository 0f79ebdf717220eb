// Speaks OpenAI's protocol without latency: the same short answer to everything.
import { createServer } from "node:http";

const ANSWER = JSON.stringify({
  id: "chatcmpl-123",
  object: "chat.completion",
  created: 1764542000,
  model: "bench-1",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "word 7", refusal: null },
      logprobs: null,
      finish_reason: "stop",
    },
  ],
  usage: { prompt_tokens: 120, completion_tokens: 3, total_tokens: 123 },
  system_fingerprint: "fp_0123456789",
});
const HEADERS = { "content-type": "application/json", "content-length": Buffer.byteLength(ANSWER) };

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => response.writeHead(200, HEADERS).end(ANSWER));
});
server.keepAliveTimeout = 600_000;
server.listen(0, "127.0.0.1", () => process.send?.(server.address().port));
process.on("disconnect", () => process.exit());
