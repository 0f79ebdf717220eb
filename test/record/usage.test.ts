import { expect, test } from "vitest";
import { UsageTotals } from "../../src/record/usage.ts";

test("tokens of all calls are added up under the names of openai/evals, a judge's also apart", () => {
  const totals = new UsageTotals();
  totals.add({ usage: { completion_tokens: 3, prompt_tokens: 21, total_tokens: 24 } });
  totals.add({ usage: { completion_tokens: 2, prompt_tokens: 20, total_tokens: 22 } });
  totals.add({
    purpose: "judge",
    usage: { completion_tokens: 7, prompt_tokens: 100, total_tokens: 107 },
  });

  expect(totals.report()).toEqual({
    usage_completion_tokens: 12,
    usage_prompt_tokens: 141,
    usage_total_tokens: 153,
    usage_judge_completion_tokens: 7,
    usage_judge_prompt_tokens: 100,
    usage_judge_total_tokens: 107,
  });
});

test("details that are objects are added up number by number, and the rest is ignored", () => {
  const totals = new UsageTotals();
  const details = { cached_tokens: 4, audio_tokens: null, tier: "default", costs: [1, 2] };
  totals.add({ usage: { prompt_tokens: 5, prompt_tokens_details: details, extra: Number.NaN } });
  totals.add({ usage: { prompt_tokens: 6, prompt_tokens_details: null } });
  totals.add({ usage: { prompt_tokens: 7, prompt_tokens_details: { cached_tokens: 1 } } });

  expect(totals.report()).toEqual({
    usage_prompt_tokens: 18,
    usage_prompt_tokens_details_cached_tokens: 5,
  });
});

test("R125: calls without usage are counted as unknown and add nothing", () => {
  const totals = new UsageTotals();
  totals.add({ usage: { total_tokens: 24 } });
  for (const data of [{ usage: null }, {}, null, "text", { usage: 5 }]) totals.add(data);

  expect(totals.samplings).toBe(6);
  expect(totals.known).toBe(1);
  expect(totals.report()).toEqual({ usage_total_tokens: 24, usage_unknown: 5 });
});

test("R125: a judge's calls without usage are counted apart as well", () => {
  const totals = new UsageTotals();
  totals.add({ usage: { total_tokens: 24 } });
  totals.add({ usage: null, purpose: "judge" });
  totals.add({ usage: { total_tokens: 6 }, purpose: "judge" });

  expect(totals.report()).toEqual({
    usage_total_tokens: 30,
    usage_unknown: 1,
    usage_judge_total_tokens: 6,
    usage_judge_unknown: 1,
  });
});

test("tokens are counted by model, those of the provider's cache apart", () => {
  const totals = new UsageTotals();
  const usage = { prompt_tokens: 100, completion_tokens: 10 };
  totals.add({ model: "small", usage });
  totals.add({ model: "small", usage: { ...usage, prompt_tokens_details: { cached_tokens: 64 } } });
  totals.add({ model: "small", usage: null });
  totals.add({ model: "large", purpose: "judge", usage: { input_tokens: 7, output_tokens: 3 } });
  totals.add({ usage: { total_tokens: 5 } });

  expect(Object.fromEntries(totals.models)).toEqual({
    small: { input: 136, cached: 64, output: 20, unknown: 1 },
    large: { input: 7, cached: 0, output: 3, unknown: 0 },
    "": { input: 0, cached: 0, output: 0, unknown: 1 },
  });
});

test("R110: tokens of answers from the cache are apart from those that were paid", () => {
  const totals = new UsageTotals();
  totals.add({ model: "m", usage: { total_tokens: 24, prompt_tokens: 20, completion_tokens: 4 } });
  totals.add({ model: "m", usage: { total_tokens: 30 }, cached: true });
  totals.add({ model: "m", usage: { total_tokens: 6 }, cached: true, purpose: "judge" });
  totals.add({ model: "m", usage: null, cached: true });

  expect(totals.samplings).toBe(1);
  expect(totals.report()).toEqual({
    usage_total_tokens: 24,
    usage_prompt_tokens: 20,
    usage_completion_tokens: 4,
    usage_cached_total_tokens: 36,
    usage_cached_unknown: 1,
  });
  expect(totals.models.get("m")).toMatchObject({ input: 20, output: 4, unknown: 0 });
});

test("embeddings have no output, and are counted by what their texts took", () => {
  const totals = new UsageTotals();
  totals.add({ model: "near", usage: { prompt_tokens: 8, total_tokens: 8 }, purpose: "judge" });

  expect(Object.fromEntries(totals.models)).toEqual({
    near: { input: 8, cached: 0, output: 0, unknown: 0 },
  });
  expect(totals.report()).toMatchObject({ usage_prompt_tokens: 8, usage_judge_prompt_tokens: 8 });
});
