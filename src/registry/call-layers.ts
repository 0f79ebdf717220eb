import type { Answerer } from "../completion/calls/answer-key.ts";
import type { AnswerCache } from "../completion/calls/cached.ts";
import type { Gate, GateSettings } from "../completion/calls/gate.ts";
import type { Limits } from "../completion/calls/limits.ts";
import { type RetryPolicy, retrying } from "../completion/calls/retry.ts";
import type { CompletionFn } from "../core/completion.ts";
import type { RunScope } from "../core/run-scope.ts";
import { findBuiltin } from "./builtins.ts";
import type { FnSpec } from "./fn-spec.ts";
import { withoutSecrets } from "./secret-args.ts";

/** How calls of all functions of a run are made. */
export interface CallOptions {
  readonly retry?: RetryPolicy | undefined;
  /** How gates are kept; without it there are none. */
  readonly gate?: GateOptions | undefined;
  /** Opens the place where answers are kept, one for all functions; without it they are not kept. */
  readonly answers?: (() => Promise<AnswerCache>) | undefined;
}

/** How every gate of a run is kept. */
export interface GateOptions extends Pick<GateSettings, "concurrency" | "isFixed" | "onHold"> {
  /** For each model; they take the place of those in its entry. */
  readonly limits?: Limits | undefined;
}

/** A completion function as its class made it, and what that was. */
export interface MadeFn {
  readonly fn: CompletionFn;
  readonly spec: FnSpec;
  /** With what is put over those of the entry. */
  readonly args: Answerer["args"];
  /** SHA-256 of the class's file; undefined for a built-in class. */
  sha256(): Promise<string | undefined>;
}

/** Lets a function wait, try again and remember as the run wants it. */
export async function withLayers(
  made: MadeFn,
  scope: RunScope,
  { retry = {}, gate: options, answers }: CallOptions,
): Promise<CompletionFn> {
  const gate = options && (await openGate(made, scope, { retry, gate: options }));
  const steady = made.fn.asksOthers
    ? await waiting(made.fn, gate)
    : retrying(made.fn, { ...retry, gate });
  if (!answers || !isKept(made)) return steady;
  const { cached } = await import("../completion/calls/cached.ts");
  return cached(steady, await answererOf(made), await answers());
}

/** The gate of whom a function asks, or the function's own where only the entry or a flag has limits. */
export async function openGate(
  { fn, spec }: { readonly fn: Pick<CompletionFn, "target" | "asksOthers">; readonly spec: FnSpec },
  scope: RunScope,
  { retry, gate }: { readonly retry: RetryPolicy; readonly gate: GateOptions },
): Promise<Gate | undefined> {
  const { limits: general, ...settings } = gate;
  const limits = { ...spec.limits, ...(fn.asksOthers ? {} : general) };
  const isLimited = Object.keys(limits).length > 0;
  const target = fn.target ?? (isLimited ? spec.key : undefined);
  if (target === undefined) return undefined;
  const { Gates } = await import("../completion/calls/gates.ts");
  const { maxTimeMs: longestHoldMs, stats, time } = retry;
  const opened = scope.get(Gates).open(target, { ...settings, longestHoldMs, stats, time });
  opened.restrict(limits);
  return opened;
}

async function waiting(fn: CompletionFn, gate: Gate | undefined): Promise<CompletionFn> {
  if (!gate) return fn;
  const { limited } = await import("../completion/calls/limited.ts");
  return limited(fn, gate);
}

/** What others answered in its place is kept by these. */
function isKept({ fn, spec }: MadeFn): boolean {
  return !fn.asksOthers && (spec.cache ?? fn.target !== undefined);
}

async function answererOf({ fn, spec, args, sha256 }: MadeFn): Promise<Answerer> {
  const builtin = findBuiltin(spec.cls.replace(/^builtin:/, ""), "completion-fn");
  return {
    cls: builtin?.name ?? spec.cls,
    sha256: builtin ? undefined : await sha256(),
    target: fn.target,
    args: Object.fromEntries(
      Object.entries(withoutSecrets(args)).filter(([name]) => !ELSEWHERE.has(name)),
    ),
  };
}

/** Args that the target tells, or that change no answer. */
const ELSEWHERE = new Set(["base_url", "api_base", "api_key_env", "n_ctx"]);
