import type { Answer, SampleContext } from "../../core/eval.ts";
import type { ChatMessage } from "../../core/prompt.ts";
import { paramsOf } from "./args.ts";
import { INVALID } from "./choices.ts";
import { complaint } from "./instruction.ts";
import type { JudgingPlan } from "./plan.ts";
import { type Case, promptValues } from "./prompt-values.ts";
import { scoreOf } from "./scores.ts";
import { readStructured, structuredParams } from "./structured.ts";
import { isFlipped, type Mirror } from "./swap.ts";
import { readVerdict, type Verdict } from "./verdict.ts";

/** What a judge decided about one case. */
export interface Judgement {
  readonly choice: string;
  readonly score: number | null;
  /** How it came about, in the names of the log. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Asks the judge about one case; with `swap` twice, the answers in each other's place. */
export async function judgeCase(
  subject: Case,
  plan: JudgingPlan,
  ctx: SampleContext,
): Promise<Judgement> {
  const first = await askJudge(plan.prompt.fill(promptValues(subject, plan)), plan, ctx);
  if (!plan.mirror) return judgementOf(first, plan);
  const swapped = promptValues(subject, plan, plan.mirror.places);
  const second = await askJudge(plan.prompt.fill(swapped), plan, ctx);
  return judgeBoth(first, second, { ...plan, mirror: plan.mirror });
}

interface AskedVerdict extends Verdict {
  readonly retries: number;
  readonly finishReason: string | undefined;
}

async function askJudge(
  messages: readonly ChatMessage[],
  plan: JudgingPlan,
  ctx: SampleContext,
): Promise<AskedVerdict> {
  let conversation = messages;
  for (let retries = 0; ; retries++) {
    const answer = await askOnce(conversation, plan, ctx);
    const verdict = readAnswer(answer.text, plan);
    if (verdict.choice !== INVALID || retries >= plan.args.judge_retries) {
      return { ...verdict, retries, finishReason: answer.finish_reason };
    }
    conversation = [...messages, ...objection(answer, plan)];
  }
}

function askOnce(
  messages: readonly ChatMessage[],
  { args, rules, roles }: JudgingPlan,
  ctx: SampleContext,
): Promise<Answer> {
  const format = args.structured ? structuredParams(rules.choices) : {};
  const options = { fn: roles.judge, purpose: "judge" } as const;
  return ctx.complete(messages, paramsOf(args.eval_kwargs, format), options);
}

function readAnswer(text: string, { args, rules }: JudgingPlan): Verdict {
  return args.structured ? readStructured(text, rules) : readVerdict(text, rules);
}

/** Some endpoints refuse an empty turn. */
function objection({ text }: Answer, { rules }: JudgingPlan): ChatMessage[] {
  const turn = { role: "user", content: complaint(rules.choices) };
  return text.trim() === "" ? [turn] : [{ role: "assistant", content: text }, turn];
}

function judgementOf(verdict: AskedVerdict, plan: JudgingPlan): Judgement {
  const { choice } = verdict;
  const score = scoreOf(choice, plan.scores, plan.args.invalid_score);
  return { choice, score, details: detailsOf(verdict) };
}

function judgeBoth(
  first: AskedVerdict,
  second: AskedVerdict,
  plan: JudgingPlan & { readonly mirror: Mirror },
): Judgement {
  const flipped = isFlipped(plan.mirror, first.choice, second.choice);
  const swapped = { choice: second.choice, ...detailsOf(second) };
  const details = { ...detailsOf(first), swapped, flipped };
  if (flipped) return { ...plan.mirror.tie, details };
  const choice = flipped === null ? INVALID : first.choice;
  return { choice, score: scoreOf(choice, plan.scores, plan.args.invalid_score), details };
}

function detailsOf({
  choice,
  readAs,
  text,
  reasoning,
  ...asked
}: AskedVerdict): Judgement["details"] {
  return {
    read_as: readAs,
    verdict: text,
    reasoning,
    ...(asked.retries > 0 ? { retries: asked.retries } : {}),
    ...(choice === INVALID ? { finish_reason: asked.finishReason ?? null } : {}),
  };
}
