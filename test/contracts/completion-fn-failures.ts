import { describe, expect, test } from "vitest";
import { logged } from "../../src/completion/calls/logged.ts";
import type { CallContext, CompletionFn } from "../../src/core/completion.ts";
import { CompletionError, ConfigError, type FailureKind } from "../../src/core/errors.ts";
import { SampleRecorder } from "../../src/core/sample-recorder.ts";

/** Something wrong with what a function asks, or with how it was set up. */
export interface Fault {
  /** Ends `says what is wrong when …`. */
  readonly when: string;
  readonly make: () => CompletionFn | Promise<CompletionFn>;
  /** What the message says. */
  readonly says: RegExp | string;
  /** How the failure is treated; `config` ends the run before the first call. */
  readonly kind: FailureKind | "config";
}

/** How every completion function fails: with an error that a person can act on. */
export function testFailures(name: string, faults: readonly Fault[]): void {
  describe(`${name} as a completion function that cannot answer`, () => {
    test.each(faults)("says what is wrong when $when", async ({ make, says, kind }) => {
      const call = callOf(new SampleRecorder());

      const error = await failureOf(make, call);

      expect(kindOf(error)).toBe(kind);
      expect(error.message).toMatch(says);
      expect(error.message).not.toContain("\n");
      expect(error.message.length).toBeLessThan(1000);
      expect(call.record.drafts).toEqual([]);
    });
  });
}

async function failureOf(make: Fault["make"], call: CallContext): Promise<Error> {
  try {
    const fn = await make();
    await fn.prepare?.();
    await logged(fn).complete("Peru?", { temperature: 0 }, call);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  return expect.unreachable("an answer came");
}

function kindOf(error: Error): Fault["kind"] | undefined {
  if (error instanceof CompletionError) return error.kind;
  return error instanceof ConfigError ? "config" : undefined;
}

function callOf(record: SampleRecorder): CallContext {
  const { signal } = new AbortController();
  return { sampleId: "test.dev.0", sample: {}, repeat: 0, record, signal };
}
