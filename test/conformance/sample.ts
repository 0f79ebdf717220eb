import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Event } from "../../src/core/event.ts";
import type { EventSink } from "../../src/record/sink.ts";

/** A slice of the registry of openai/evals; empty when these tests are to be skipped. */
export const REGISTRY = process.env["OPENAI_EVALS_REGISTRY"] ?? "";

/** What openai/evals reported of one eval with `dummy`. */
export interface ReferenceRun {
  readonly eval_id: string;
  readonly cls: string;
  readonly reference_run: {
    /** Separated by commas. */
    readonly completion_fns: string;
    readonly n_events: Readonly<Record<string, number>>;
    readonly report_with_dummy: Readonly<Record<string, number>> | null;
  };
}

/** `[sample id, call of the sample, completion function, is it the judge, prompt, kwargs, answer]` */
export type Call = readonly [string, number, number, boolean, string | null, number, string];

/** All that openai/evals asked and recorded in one eval with a scripted model. */
export interface Conversation {
  readonly eval: string;
  readonly class: string;
  readonly completion_fns: number;
  readonly report: Readonly<Record<string, number>> | null;
  readonly kwargs: readonly object[];
  readonly calls: readonly Call[];
  readonly events: readonly (readonly [string, string, object])[];
}

/** What `dummy` got from openai/evals, eval by eval. */
export function referenceRuns(): readonly ReferenceRun[] {
  return REGISTRY === "" ? [] : JSON.parse(textOf("REFERENCE.json")).evals;
}

/** The recorded conversations of the evals of some classes, such as `Match`. */
export function conversations(classes: readonly string[]): readonly Conversation[] {
  if (REGISTRY === "") return [];
  return textOf("SCRIPTED.jsonl")
    .trim()
    .split("\n")
    .map((line): Conversation => JSON.parse(line))
    .filter(({ class: cls }) => classes.includes(cls.split(":")[1] ?? ""));
}

/** A report as a matcher. Bootstrap figures are random in openai/evals and left out. */
export function sameFigures(report: Readonly<Record<string, number>> | null): object {
  const figures = Object.entries(report ?? {}).filter(([key]) => !/^boot?strap_std$/.test(key));
  return Object.fromEntries(figures.map(([key, value]) => [key, expect.closeTo(value, 12)]));
}

/** SHA-256 of a prompt as JSON with sorted keys. */
export function hashOf(prompt: unknown): string {
  const json = JSON.stringify(prompt, (_, part) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  return createHash("sha256").update(json).digest("hex");
}

/** A sink that keeps events where a test can see them. */
export function memorySink(): EventSink & { readonly written: readonly Event[] } {
  const written: Event[] = [];
  return {
    written,
    open: async () => {},
    write: async (events) => void written.push(...events),
    close: async () => {},
  };
}

function textOf(file: string): string {
  return readFileSync(join(REGISTRY, file), "utf8");
}
