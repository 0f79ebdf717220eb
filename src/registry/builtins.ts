/** What a class makes. */
export type ClassKind = "eval" | "completion-fn" | "sink" | "metric";

/** A class that ships; it is loaded when it is used. */
export interface Builtin {
  /** As in `class: match` or `builtin:match`. */
  readonly name: string;
  readonly kind: ClassKind;
  readonly load: () => Promise<unknown>;
}

const EVALS: Readonly<Record<string, () => Promise<unknown>>> = {
  match: async () => (await import("../templates/match.ts")).Match,
  includes: async () => (await import("../templates/includes.ts")).Includes,
  "fuzzy-match": async () => (await import("../templates/fuzzy-match.ts")).FuzzyMatch,
  "json-match": async () => (await import("../templates/json-match.ts")).JsonMatch,
  "json-validator": async () => (await import("../templates/json-validator.ts")).JsonValidator,
  translate: async () => (await import("../templates/translate.ts")).Translate,
  "multiple-choice": async () => (await import("../templates/multiple-choice.ts")).MultipleChoice,
  "match-with-solvers": async () =>
    (await import("../templates/match-with-solvers.ts")).MatchWithSolvers,
  lambada: async () => (await import("../templates/lambada.ts")).Lambada,
  "model-graded": async () => (await import("../templates/model-graded.ts")).ModelBasedClassify,
  "test-match": async () => (await import("../templates/test-match.ts")).TestMatch,
  metrics: async () => (await import("../templates/metric-eval.ts")).MetricEval,
  flow: async () => (await import("../templates/flow-eval.ts")).FlowEval,
};

const COMPLETION_FNS: Readonly<Record<string, () => Promise<unknown>>> = {
  "openai-chat": async () => (await import("../completion/openai/openai-chat.ts")).OpenAIChat,
  "openai-text": async () => (await import("../completion/openai/openai-text.ts")).OpenAIText,
  "openai-responses": async () =>
    (await import("../completion/openai/openai-responses.ts")).OpenAIResponses,
  "azure-openai": async () => (await import("../completion/openai/azure-openai.ts")).AzureOpenAI,
  "ai-sdk": async () => (await import("../completion/ai-sdk/ai-sdk.ts")).AiSdk,
  "chain-of-thought": async () =>
    (await import("../completion/composite/chain-of-thought.ts")).ChainOfThought,
  "self-consistency": async () =>
    (await import("../completion/composite/self-consistency.ts")).SelfConsistency,
  retrieval: async () => (await import("../completion/composite/retrieval.ts")).Retrieval,
  "post-processed": async () =>
    (await import("../completion/composite/post-processed.ts")).PostProcessed,
  command: async () => (await import("../completion/outside/command.ts")).Command,
  http: async () => (await import("../completion/outside/http-endpoint.ts")).HttpEndpoint,
  recorded: async () => (await import("../completion/outside/recorded.ts")).Recorded,
  "openai-solver": async () =>
    (await import("../completion/composite/openai-solver.ts")).OpenAISolver,
  "cot-solver": async () => (await import("../completion/composite/cot-solver.ts")).CotSolver,
  "few-shot-solver": async () =>
    (await import("../completion/composite/few-shot-solver.ts")).FewShotSolver,
  "baseline-countries": async () =>
    (await import("../completion/baseline-countries.ts")).BaselineCountries,
  flow: async () => (await import("../flow/flow-fn.ts")).FlowFn,
  constant: async () => (await import("../completion/constant.ts")).Constant,
  dummy: async () => (await import("../completion/dummy.ts")).Dummy,
  echo: async () => (await import("../completion/echo.ts")).Echo,
  none: async () => (await import("../completion/none.ts")).None,
  scripted: async () => (await import("../completion/scripted.ts")).Scripted,
  oracle: async () => (await import("../completion/oracle.ts")).Oracle,
};

const METRICS: Readonly<Record<string, () => Promise<unknown>>> = {
  "answer-correctness": async () =>
    (await import("../metrics/classes/answer-correctness.ts")).AnswerCorrectness,
  "answer-faithfulness": async () =>
    (await import("../metrics/classes/answer-faithfulness.ts")).AnswerFaithfulness,
  "answer-relevancy": async () =>
    (await import("../metrics/classes/answer-relevancy.ts")).AnswerRelevancy,
  bleu: async () => (await import("../metrics/classes/bleu.ts")).Bleu,
  "char-f1": async () => (await import("../metrics/classes/char-f1.ts")).CharF1,
  chrf: async () => (await import("../metrics/classes/chrf.ts")).Chrf,
  classification: async () => (await import("../metrics/classes/classification.ts")).Classification,
  "context-precision": async () =>
    (await import("../metrics/classes/context-precision.ts")).ContextPrecision,
  "context-precision-ids": async () =>
    (await import("../metrics/classes/context-precision-ids.ts")).ContextPrecisionIds,
  "context-precision-text": async () =>
    (await import("../metrics/classes/context-precision-text.ts")).ContextPrecisionText,
  "context-recall": async () =>
    (await import("../metrics/classes/context-recall.ts")).ContextRecall,
  "context-recall-ids": async () =>
    (await import("../metrics/classes/context-recall-ids.ts")).ContextRecallIds,
  "context-recall-text": async () =>
    (await import("../metrics/classes/context-recall-text.ts")).ContextRecallText,
  "context-relevancy": async () =>
    (await import("../metrics/classes/context-relevancy.ts")).ContextRelevancy,
  "embedding-similarity": async () =>
    (await import("../metrics/classes/embedding-similarity.ts")).EmbeddingSimilarity,
  "exact-match": async () => (await import("../metrics/classes/exact-match.ts")).ExactMatch,
  "finish-reason-count": async () =>
    (await import("../metrics/classes/finish-reason-count.ts")).FinishReasonCount,
  "flexeval-exact-match": async () =>
    (await import("../metrics/classes/flexeval-exact-match.ts")).FlexevalExactMatch,
  "json-diff": async () => (await import("../metrics/classes/json-diff.ts")).JsonDiff,
  "json-equality": async () => (await import("../metrics/classes/json-equality.ts")).JsonEquality,
  length: async () => (await import("../metrics/classes/length.ts")).Length,
  levenshtein: async () => (await import("../metrics/classes/levenshtein.ts")).Levenshtein,
  meteor: async () => (await import("../metrics/classes/meteor.ts")).Meteor,
  "numeric-diff": async () => (await import("../metrics/classes/numeric-diff.ts")).NumericDiff,
  "numeric-match": async () => (await import("../metrics/classes/numeric-match.ts")).NumericMatch,
  "output-length-stats": async () =>
    (await import("../metrics/classes/output-length-stats.ts")).OutputLengthStats,
  "regex-match": async () => (await import("../metrics/classes/regex-match.ts")).RegexMatch,
  "repetition-count": async () =>
    (await import("../metrics/classes/repetition-count.ts")).RepetitionCount,
  rouge: async () => (await import("../metrics/classes/rouge.ts")).Rouge,
  routed: async () => (await import("../metrics/classes/routed.ts")).Routed,
  "rubric-judge": async () => (await import("../metrics/classes/rubric-judge.ts")).RubricJudge,
  "substring-match": async () =>
    (await import("../metrics/classes/substring-match.ts")).SubstringMatch,
  "token-f1": async () => (await import("../metrics/classes/token-f1.ts")).TokenF1,
  "tool-call-count": async () =>
    (await import("../metrics/classes/tool-call-count.ts")).ToolCallCount,
  "model-graded": async () =>
    (await import("../templates/model-graded-metric.ts")).ModelGradedMetric,
};

/** Names that registries of openai/evals and flexeval use, and what stands in for them. */
const COUNTERPARTS: Readonly<Record<string, string>> = {
  "evals.elsuite.basic.match:Match": "match",
  "evals.elsuite.basic.includes:Includes": "includes",
  "evals.elsuite.basic.fuzzy_match:FuzzyMatch": "fuzzy-match",
  "evals.elsuite.basic.json_match:JsonMatch": "json-match",
  "evals.elsuite.basic.json_validator:JsonValidator": "json-validator",
  "evals.elsuite.translate:Translate": "translate",
  "evals.elsuite.multiple_choice:MultipleChoice": "multiple-choice",
  "evals.elsuite.basic.match_with_solvers:MatchWithSolvers": "match-with-solvers",
  "evals.elsuite.modelgraded.classify:ModelBasedClassify": "model-graded",
  "evals.elsuite.lambada:Lambada": "lambada",
  "evals.elsuite.test.match:TestMatch": "test-match",
  "evals.completion_fns.openai:OpenAIChatCompletionFn": "openai-chat",
  "evals.completion_fns.openai:OpenAICompletionFn": "openai-text",
  "evals.completion_fns.cot:ChainOfThoughtCompletionFn": "chain-of-thought",
  "evals.completion_fns.retrieval:RetrievalCompletionFn": "retrieval",
  "evals.solvers.providers.openai.openai_solver:OpenAISolver": "openai-solver",
  "evals.solvers.openai_solver:OpenAISolver": "openai-solver",
  "evals.solvers.nested.cot_solver:CoTSolver": "cot-solver",
  "evals.solvers.nested.fewshot_solver:FewShotSolver": "few-shot-solver",
  "evals.solvers.nested.self_consistency_solver:SelfConsistencySolver": "self-consistency",
  "evals.solvers.solver:DummySolver": "dummy",
  "evals.api:DummyCompletionFn": "dummy",
  OpenAIChatAPI: "openai-chat",
  OpenAICompletionAPI: "openai-text",
  ChatResponse: "metrics",
  "evals.elsuite.chat_response:ChatResponse": "metrics",
  QueryRoutedMetric: "routed",
  ExactMatch: "flexeval-exact-match",
  SubstringMatch: "substring-match",
  OutputLengthStats: "output-length-stats",
  CharF1: "char-f1",
  FinishReasonCount: "finish-reason-count",
  RepetitionCount: "repetition-count",
  ToolCallCount: "tool-call-count",
  ModelGraded: "model-graded",
  BLEU: "bleu",
  ROUGE: "rouge",
  Rouge: "rouge",
};

/** Every class that YAML can name without a file. */
export const BUILTINS: readonly Builtin[] = [
  ...builtinsOf("eval", EVALS),
  ...builtinsOf("completion-fn", COMPLETION_FNS),
  ...builtinsOf("metric", METRICS),
];

/**
 * The built-in of a short name, or of the name that its counterpart has elsewhere. An eval and a
 * metric may have the same name.
 *
 * @returns one of another kind where there is none of this kind
 */
export function findBuiltin(name: string, kind: ClassKind): Builtin | undefined {
  const short = name.replace(/^flexeval\.(\w+\.)*/, ""); // it names its classes in full, too
  const own = Object.hasOwn(COUNTERPARTS, short) ? COUNTERPARTS[short] : name;
  const named = BUILTINS.filter((builtin) => builtin.name === own);
  return named.find((builtin) => builtin.kind === kind) ?? named[0];
}

function builtinsOf(kind: ClassKind, classes: typeof EVALS): Builtin[] {
  return Object.entries(classes).map(([name, load]) => ({ name, kind, load }));
}
