const JUDGE =
  "let a judge say it: ModelGraded for labels, a rubric judge for marks (docs/metrics.md)";
const NEEDS_PYTHON = "run it by flexeval, or write a metric of your own (docs/metrics.md)";
const SETUP = "ChatResponse is the setup that is read: conversations in, answers judged";
const PROBABILITIES = "it needs the probability of given texts, which hosted models do not tell";

/** Classes of flexeval that are not here, and what does their work. */
const INSTEAD: Readonly<Record<string, string>> = {
  LLMScore: JUDGE,
  ChatLLMScore: JUDGE,
  LLMLabel: JUDGE,
  ChatLLMLabel: JUDGE,
  LLMGEvalScore: JUDGE,
  ChatLLMGEvalScore: JUDGE,
  XER: "levenshtein counts wrong characters: 1 − distance / longer length",
  MathVerify: "numeric-match compares numbers",
  SARI: NEEDS_PYTHON,
  CodeEval: NEEDS_PYTHON,
  CommonPrefixLength: NEEDS_PYTHON,
  CommonStringLength: NEEDS_PYTHON,
  Correlation: NEEDS_PYTHON,
  PerspectiveAPI: NEEDS_PYTHON,
  RepetitionN: "RepetitionCount finds answers that go round in circles",
  Generation: SETUP,
  GenerationPool: SETUP,
  MultipleChoice: PROBABILITIES,
  Perplexity: PROBABILITIES,
  RewardBenchEvaluation: SETUP,
};

/** What to use in place of a class of flexeval; undefined for other names. */
export function insteadOfFlexeval(name: string): string | undefined {
  const short = name.replace(/^flexeval\.(\w+\.)*/, "");
  return Object.hasOwn(INSTEAD, short) ? INSTEAD[short] : undefined;
}
