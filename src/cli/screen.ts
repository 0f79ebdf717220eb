import { isAbsolute, relative } from "node:path";
import { inspect } from "node:util";
import type { HoldNotice } from "../completion/calls/gate.ts";
import type { RetryNotice } from "../completion/calls/retry.ts";
import { describeError } from "../core/errors.ts";
import type { RunSpec } from "../core/spec.ts";
import type { Progress, ResumedRun, RunObserver, StartedRun } from "../run/observer.ts";
import { runEnvironment } from "./env.ts";
import type { Io, Output } from "./io.ts";
import { duration, ProgressLine } from "./progress.ts";
import { type Style, styleFor } from "./style.ts";

/** Where messages go, and how many. */
export interface ScreenOptions {
  /** @default the terminal */
  readonly messages?: Output;
  /** Say every retry in full, and where errors come from. @default false */
  readonly debug?: boolean | undefined;
}

/** Shows a run as it goes: what runs, how far it is, why it waits. */
export class Screen implements RunObserver {
  readonly #io: Io;
  readonly #messages: Output;
  readonly #isVerbose: boolean;
  readonly #style: Style;
  readonly #line: ProgressLine;
  readonly #warnings = new Set<string>();
  #retries = 0;

  constructor(io: Io, { messages = io.stderr, debug = false }: ScreenOptions = {}) {
    this.#io = io;
    this.#messages = messages;
    this.#isVerbose = debug;
    this.#style = styleFor(messages, io.env);
    this.#line = new ProgressLine(io, runEnvironment(io.env));
  }

  resumed({ done, left, failed }: ResumedRun): void {
    const again = failed > 0 ? ` (${failed} of them failed)` : "";
    const rest =
      left > 0 ? `${left} of ${done + left} samples are left${again}` : "nothing is left to ask";
    this.#tell("resume", rest);
  }

  started(run: StartedRun): void {
    const { spec, alias, description, repeats, location, logPath } = run;
    const name =
      alias && alias !== spec.eval_name ? `${alias} → ${spec.eval_name}` : spec.eval_name;
    const chosen = repeats === 1 ? partOf(run) : `${partOf(run)}, ${repeats} times each,`;
    const files = spec.run_config.data.map(({ path }) => this.#shorten(path)).join(", ");
    const { lines } = spec.run_config;
    this.#tell("eval", this.#style.bold(name));
    this.#tellWhoAnswers(spec, description);
    if (typeof lines === "string") this.#tell("lines", lines);
    this.#tell("samples", files ? `${chosen} from ${files}` : chosen);
    if (location) this.#tell(logPath === undefined ? "events" : "log", location);
    this.#line.start();
  }

  progressed(progress: Progress): void {
    this.#line.update(progress);
  }

  /** Says the first failure in full; later ones are a number in the progress line. */
  retrying({ error, waitMs }: RetryNotice): void {
    this.#retries++;
    if (this.#retries > 1 && !this.#isVerbose) return;
    const reason = describeError(error).split("\n")[0];
    this.#say(
      this.#style.warn(`waiting ${duration(waitMs / 1000)} before asking again: ${reason}`),
    );
  }

  holding({ reason, waitMs }: HoldNotice): void {
    this.#say(this.#style.warn(`waiting ${duration(waitMs / 1000)}: ${reason}`));
  }

  warned(message: string): void {
    if (this.#warnings.has(message)) return;
    this.#warnings.add(message);
    this.#say(this.#style.warn(`warning: ${message}`));
  }

  failed(evalName: string, error: unknown): void {
    this.#say(this.#style.bad(`${evalName} could not run: ${describeError(error)}`));
    if (this.#isVerbose) this.#say(inspect(error));
  }

  stopping(reason: unknown, graceMs: number): void {
    const grace =
      graceMs > 0
        ? `; running samples have ${duration(graceMs / 1000)} to end (Ctrl-C ends them at once)`
        : "";
    this.#say(this.#style.warn(`stopping: ${String(reason)}${grace}`));
  }

  /** Waits for work, however it ends, and takes the progress line away. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#line.stop();
    }
  }

  #say(line: string): void {
    if (this.#messages === this.#io.stderr) this.#line.say(line);
    else this.#messages.write(`${line}\n`);
  }

  #tell(what: string, text: string): void {
    this.#say(`${this.#style.dim(what.padEnd(9))}${text}`);
  }

  /** Of answers that a log has, nobody is asked for them. */
  #tellWhoAnswers({ completion_fns, run_config }: RunSpec, description: string | undefined): void {
    const origin = run_config["scored_from"] as { path: string } | undefined; // as scoreLog writes it
    const flow = run_config["flow"] as { file: string } | undefined; // as FlowEval writes it
    if (flow) this.#tell("flow", this.#shorten(flow.file));
    if (flow && description === undefined) return;
    if (origin) this.#tell("answers", this.#shorten(origin.path));
    this.#tell(origin ? "by" : "asks", description ?? completion_fns.join(", "));
  }

  #shorten(path: string): string {
    const fromHere = relative(this.#io.cwd, path);
    return fromHere.startsWith("..") || isAbsolute(fromHere) ? path : fromHere;
  }
}

function partOf({ samples, rows }: StartedRun): string {
  if (samples === null) return "as they come";
  return samples === rows ? `${samples}` : `${samples} of ${rows}`;
}
