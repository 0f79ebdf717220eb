import { describe, expect, test } from "vitest";
import type { Event } from "../../src/core/event.ts";
import type { RunSpec } from "../../src/core/spec.ts";
import type { EventSink } from "../../src/record/sink.ts";

/** A sink that was just made, and a way to see what it was given. */
export interface SinkUnderTest {
  readonly sink: EventSink;
  /** What has arrived where the sink sends it, parsed, in order; asked after `close`. */
  arrived(): Promise<readonly unknown[]>;
}

const SPEC: RunSpec = {
  completion_fns: ["dummy"],
  eval_name: "sums.dev.v0",
  base_eval: "sums",
  split: "dev",
  run_config: {
    completion_fns: ["dummy"],
    eval_spec: { cls: "match", registry_path: "", args: {}, key: "sums.dev.v0", group: "sums" },
    seed: 1,
    max_samples: null,
    command: "oaieval dummy sums",
    initial_settings: { visible: true },
    data: [],
  },
  created_by: "",
  run_id: "261130204626OXKEE7DQ",
  created_at: "2026-11-30 20:46:26",
};

/** What every sink must do; `make` is called once a test. */
export function testEventSink(name: string, make: () => Promise<SinkUnderTest>): void {
  describe(`${name} is a sink`, () => {
    test("a run without a sample can be opened and closed", async () => {
      const { sink, arrived } = await make();

      await sink.open(SPEC);
      await sink.close({});

      expect(eventsIn(await arrived())).toEqual([]);
    });

    test("every event arrives once, whole and in order", async () => {
      const { sink, arrived } = await make();
      const events = sampleEvents(7);

      await sink.open(SPEC);
      for (const event of events) await sink.write([event]);
      await sink.close({ accuracy: 0.5 });

      expect(eventsIn(await arrived())).toEqual(events);
    });

    test("outcomes that are written at the same time all arrive", async () => {
      const { sink, arrived } = await make();
      const events = sampleEvents(600);

      await sink.open(SPEC);
      const outcomes = Array.from({ length: 200 }, (_, at) => events.slice(3 * at, 3 * at + 3));
      await Promise.all(outcomes.map((outcome) => sink.write(outcome)));
      await sink.close({});

      expect(eventsIn(await arrived())).toEqual(events);
    });

    test("an outcome may have very many events, or a very long one", async () => {
      const { sink, arrived } = await make();
      const events = [...sampleEvents(1000), eventOf(1000, { sampled: "é".repeat(300_000) })];

      await sink.open(SPEC);
      await sink.write(events);
      await sink.close({});

      expect(eventsIn(await arrived())).toEqual(events);
    });

    test("what is not a number arrives as null, text of any script as it is", async () => {
      const { sink, arrived } = await make();
      const text = "東京 🗼 \u2028 \n \u0000 \u009b31m \ud800";

      await sink.open(SPEC);
      await sink.write([eventOf(0, { score: Number.NaN, text })]);
      await sink.close({ accuracy: Number.NaN });

      expect(eventsIn(await arrived())).toEqual([eventOf(0, { score: null, text })]);
    });

    test("writing changes no event", async () => {
      const { sink } = await make();
      const events = sampleEvents(3);

      await sink.open(SPEC);
      await sink.write(Object.freeze(events.map((event) => Object.freeze(event))));
      await sink.close({});

      expect(events).toEqual(sampleEvents(3));
    });

    test("a sink that can read back gives what it was given so far", async () => {
      const { sink } = await make();
      await sink.open(SPEC);
      if (!sink.events) return sink.close({});

      await sink.write(sampleEvents(3));
      const readBack: Event[] = [];
      for await (const event of sink.events()) readBack.push(event);
      await sink.close({});

      expect(readBack).toEqual(sampleEvents(3));
    });
  });
}

function sampleEvents(count: number): Event[] {
  return Array.from({ length: count }, (_, index) => eventOf(index, { correct: index % 2 === 0 }));
}

function eventOf(index: number, data: unknown): Event {
  return {
    run_id: SPEC.run_id,
    event_id: index,
    sample_id: `sums.dev.${index}`,
    type: "match",
    data,
    created_by: "",
    created_at: "2026-11-30 20:46:27.000123+00:00",
  };
}

function eventsIn(arrived: readonly unknown[]): unknown[] {
  return arrived.filter((value) => (value as Partial<Event>).type === "match");
}
