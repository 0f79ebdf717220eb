import { AnswerStore } from "../../src/completion/calls/answer-store.ts";
import { Secrets } from "../../src/core/secrets.ts";

/** Writes and reads answers that another process writes and reads too, and tells what it met. */
const [folder = "", writer = ""] = process.argv.slice(2);
const warnings: string[] = [];
const store = new AnswerStore({
  folder,
  secrets: new Secrets(),
  warn: (message) => warnings.push(message),
});
const names = Array.from({ length: 20 }, (_, index) => `${index + 10}abc-0`);
const lengths = new Set<number>();

for (let round = 0; round < 20; round++) {
  for (const name of names) {
    await store.write(name, { completions: ["x".repeat(100_000), name, writer] });
    const { completions = [] } = (await store.read(name)) ?? {};
    lengths.add(completions[1] === name ? (completions[0] ?? "").length : 0);
  }
}
console.log(JSON.stringify({ lengths: [...lengths], warnings }));
