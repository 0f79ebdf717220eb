import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { displayWidth } from "../../src/cli/display-width.ts";
import type { Io } from "../../src/cli/io.ts";
import { duration, ProgressLine } from "../../src/cli/progress.ts";
import { Secrets } from "../../src/core/secrets.ts";
import type { Progress } from "../../src/run/observer.ts";

const HALF: Progress = { total: 20, done: 10, running: 4, retrying: 0, errors: 0 };
const CLEAR_LINE = "\r\u001b[K";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A progress line, and what it wrote so far. */
function shown({ isTTY, columns }: { isTTY: boolean; columns?: number }) {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text), isTTY, columns };
  const io: Io = {
    argv: [],
    stdout: output,
    stderr: output,
    env: { NO_COLOR: "1" },
    cwd: "/",
    signal: new AbortController().signal,
    secrets: new Secrets(),
  };
  return { line: new ProgressLine(io, { showProgress: true }), written };
}

describe("R10: without a terminal", () => {
  test("a plain line comes every 30 seconds and tells done, running, waiting and errors", () => {
    const { line, written } = shown({ isTTY: false });

    line.start();
    line.update({ ...HALF, retrying: 3, errors: 1 });
    vi.advanceTimersByTime(29_999);
    expect(written).toEqual([]);

    vi.advanceTimersByTime(1);
    expect(written).toEqual(["10/20 · 4 running · 3 waiting · 1 error · 30 s left\n"]);

    vi.advanceTimersByTime(60_000);
    expect(written).toHaveLength(3);
  });

  test("nothing more comes when the run is over", () => {
    const { line, written } = shown({ isTTY: false });

    line.start();
    line.update(HALF);
    line.stop();
    vi.advanceTimersByTime(60_000);

    expect(written).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a second run begins anew", () => {
    const { line, written } = shown({ isTTY: false });

    line.start();
    line.update(HALF);
    line.start();
    vi.advanceTimersByTime(30_000);

    expect(written).toEqual([]);
    expect(vi.getTimerCount()).toBe(1);
  });
});

describe("R10: in a terminal", () => {
  test("a bar tells done, running, waiting and errors", () => {
    const { line, written } = shown({ isTTY: true, columns: 120 });

    line.start();
    line.update({ ...HALF, retrying: 3 });

    expect(written).toEqual([
      `${CLEAR_LINE}${"█".repeat(15)}${"░".repeat(15)}  10/20 · 4 running · 3 waiting · 0 errors`,
    ]);
  });

  test("it is drawn a dozen times a second at most, and always at the end", () => {
    const { line, written } = shown({ isTTY: true, columns: 120 });

    line.start();
    for (let done = 0; done < 20; done++) line.update({ ...HALF, done });
    expect(written).toHaveLength(1);

    line.update({ ...HALF, done: 20 });
    expect(written).toHaveLength(2);
  });

  test.each([100, 80, 60, 40, 20])(
    "it fits into %i columns, for a second line would stay",
    (columns) => {
      const { line, written } = shown({ isTTY: true, columns });

      line.start();
      vi.advanceTimersByTime(90_000);
      line.update({ total: 100_000, done: 12_345, running: 32, retrying: 8, errors: 17 });

      const [bar = ""] = written;
      expect(displayWidth(stripVTControlCharacters(bar).trim())).toBeLessThan(columns);
      expect(bar).toContain("12345/100000");
    },
  );

  test("a message stands above it", () => {
    const { line, written } = shown({ isTTY: true, columns: 60 });

    line.start();
    line.update(HALF);
    written.length = 0;
    line.say("warning: hot");

    expect(written[0]).toBe(`${CLEAR_LINE}warning: hot\n`);
    expect(written[1]).toContain("10/20");
  });
});

test.each([
  [0.0421, "0.042 s"],
  [9.94, "9.9 s"],
  [12.4, "12 s"],
  [59.6, "1 min 0 s"],
  [185, "3 min 5 s"],
  [7800, "2 h 10 min"],
])("%d seconds are %j", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
