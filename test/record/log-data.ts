import { readFileSync } from "node:fs";
import type { Event } from "../../src/core/event.ts";
import type { RunSpec } from "../../src/core/spec.ts";

export const SPEC: RunSpec = {
  completion_fns: ["gpt-4o"],
  eval_name: "capitals.dev.v0",
  base_eval: "capitals",
  split: "dev",
  run_config: {
    completion_fns: ["gpt-4o"],
    eval_spec: {
      cls: "builtin:match",
      registry_path: "r",
      args: {},
      key: "capitals.dev.v0",
      group: "capitals",
    },
    seed: 20220722,
    max_samples: null,
    command: "oaieval gpt-4o capitals",
    initial_settings: { visible: true },
    data: [],
  },
  created_by: "ana",
  run_id: "260314101502QK7ZB3MA",
  created_at: "2026-03-14 10:15:02.118000",
};

/** An event of a log that is otherwise fine. */
export function event(fields: Partial<Event> = {}): Event {
  return {
    run_id: SPEC.run_id,
    event_id: 0,
    sample_id: "capitals.dev.0",
    type: "match",
    data: { correct: true },
    created_by: "ana",
    created_at: "2026-03-14 10:15:03.902000+00:00",
    ...fields,
  };
}

/** So many events, numbered from `first`. */
export function eventsFrom(first: number, count: number): Event[] {
  return Array.from({ length: count }, (_, index) =>
    event({ event_id: first + index, sample_id: `capitals.dev.${first + index}` }),
  );
}

/** The lines of a file, each parsed strictly. */
export function linesOf(path: string): unknown[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
