import { onTestFinished, vi } from "vitest";
import { type FakeOpenAI, fakeOpenAI, type Reply } from "./fake-openai.ts";

/** A loopback endpoint that `OPENAI_BASE_URL` names while the test runs; no key is set. */
export async function stubEndpoint(...replies: readonly Reply[]): Promise<FakeOpenAI> {
  const server = await fakeOpenAI(...replies);
  vi.stubEnv("OPENAI_BASE_URL", server.baseURL);
  vi.stubEnv("OPENAI_API_KEY", "");
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });
  return server;
}

/** While the test runs, back-off takes the shortest of its random waits: none. */
export function withoutBackOff(): void {
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
}
