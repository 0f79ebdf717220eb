import { stripVTControlCharacters } from "node:util";
import type { Report } from "../core/report.ts";
import type { Progress } from "../run/observer.ts";
import { counted } from "./counted.ts";
import { displayWidth, truncate } from "./display-width.ts";
import { figure } from "./figure.ts";
import type { Io } from "./io.ts";
import { resultKeys } from "./result-keys.ts";
import { type Style, styleFor } from "./style.ts";

const BAR_WIDTH = 30;
const GAP = "  ";
const REDRAW_MS = 80;
const PLAIN_LINE_MS = 30_000;
const CLEAR_LINE = "\r\u001b[K";

/** How far a run is: a bar in a terminal, elsewhere a plain line every 30 seconds. */
export class ProgressLine {
  readonly #io: Io;
  readonly #style: Style;
  readonly #isBar: boolean;
  #progress: Progress | undefined;
  #since = performance.now();
  #drawn = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  /** Rows of the last line that figures of a stream were written for. */
  #written = 0;

  /** @param showProgress whether a bar is wanted where there is a terminal */
  constructor(io: Io, { showProgress }: { readonly showProgress: boolean }) {
    this.#io = io;
    this.#style = styleFor(io.stderr, io.env);
    this.#isBar = showProgress && io.stderr.isTTY === true;
  }

  start(): void {
    this.stop();
    this.#since = performance.now();
    if (this.#isBar) return;
    this.#timer = setInterval(() => this.#writePlain(), PLAIN_LINE_MS);
    this.#timer.unref();
  }

  update(progress: Progress): void {
    this.#progress = progress;
    if (!this.#isBar) {
      this.#writeFigures(progress);
      return;
    }
    const now = performance.now();
    if (now - this.#drawn < REDRAW_MS && progress.done !== progress.total) return;
    this.#drawn = now;
    this.#io.stderr.write(CLEAR_LINE + this.#bar(progress));
  }

  /** Prints a line of its own above the bar. */
  say(line: string): void {
    this.#io.stderr.write(`${this.#isBar && this.#progress ? CLEAR_LINE : ""}${line}\n`);
    if (this.#isBar && this.#progress) this.#io.stderr.write(this.#bar(this.#progress));
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.#isBar && this.#progress) this.#io.stderr.write(CLEAR_LINE);
    this.#progress = undefined;
  }

  /** Never wider than the terminal: what wraps cannot be cleared. */
  #bar(progress: Progress): string {
    const figures = this.#figures(progress);
    const plain = stripVTControlCharacters(figures);
    const columns = (this.#io.stderr.columns ?? 80) - 1;
    const width = Math.min(BAR_WIDTH, columns - displayWidth(plain) - GAP.length);
    const { done, total } = progress;
    if (total === null) return displayWidth(plain) > columns ? truncate(plain, columns) : figures;
    if (width < 1) return truncate(plain, columns);
    const share = total === 0 ? 1 : done / total;
    const filled = Math.round(share * width);
    return "█".repeat(filled) + this.#style.dim("░".repeat(width - filled)) + GAP + figures;
  }

  #writePlain(): void {
    if (this.#progress) this.#io.stderr.write(`${this.#figures(this.#progress)}\n`);
  }

  /** Often while rows are few, and at every hundredth, thousandth … later. */
  #writeFigures({ figures }: Progress): void {
    const rows = figures?.rows ?? 0;
    if (rows === this.#written || !isRound(rows)) return;
    this.#written = rows;
    this.#writePlain();
  }

  #figures({ done, total, running, retrying, errors, figures }: Progress): string {
    const seconds = (performance.now() - this.#since) / 1000;
    const parts = [
      total === null ? rowsOf(figures?.rows ?? done) : `${done}/${total}`,
      `${running} running`,
    ];
    if (retrying > 0) parts.push(this.#style.warn(`${retrying} waiting`));
    parts.push(errors > 0 ? this.#style.bad(counted(errors, "error")) : "0 errors");
    if (total !== null && done > 0 && seconds > 1) {
      parts.push(`${remaining(seconds, done, total)} left`);
    }
    if (figures) parts.push(...values(figures.report()));
    return parts.join(" · ");
  }
}

/** Results so far, without their uncertainty. */
function values(report: Report): string[] {
  return resultKeys(report).map((key) => `${key} ${figure(report[key])}`);
}

function rowsOf(rows: number): string {
  return counted(rows, "row");
}

/** 1 to 10, then 20, 30 … 100, 200 …: numbers with one digit that is not 0. */
function isRound(rows: number): boolean {
  return rows > 0 && rows % 10 ** Math.floor(Math.log10(rows)) === 0;
}

function remaining(seconds: number, done: number, total: number): string {
  return duration((seconds / done) * (total - done));
}

/** Seconds as people read them: `0.42 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${Number(seconds.toPrecision(2))} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
