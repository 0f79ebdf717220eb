import { appendFileSync } from "node:fs";
import { ConfigError } from "../core/errors.ts";
import type { EvalsRow } from "../run/run-evals.ts";
import { githubEnvironment } from "./env.ts";
import type { RunFlags } from "./flags.ts";
import { whyNotMet } from "./gate-lines.ts";
import type { Io } from "./io.ts";
import { errorAnnotation } from "./workflow-command.ts";

/**
 * Sees to it that a test report can be written, before anything is asked.
 *
 * @throws {ConfigError} when it cannot, or the run would write no log to make it of
 */
export async function prepareJunit(flags: RunFlags, io: Io): Promise<void> {
  const { junit, dryRun, httpRun, recorder } = flags;
  if (junit === undefined) return;
  if (dryRun || httpRun || recorder !== undefined) {
    throw new ConfigError("--junit reads the log file, and this run writes none", {
      fix: "leave out --junit, or else --dry-run, --http-run or --recorder",
    });
  }
  const { prepareFile } = await import("./output-files.ts");
  prepareFile(junit, io);
}

/** Tells a CI system what the screen tells a person: by `--junit`, and to GitHub Actions by itself. */
export async function tellCi(
  rows: readonly EvalsRow[],
  { junit }: RunFlags,
  io: Io,
): Promise<void> {
  if (junit !== undefined) {
    const [{ writeText }, { junitXml }] = await Promise.all([
      import("./output-files.ts"),
      import("./junit.ts"),
    ]);
    await writeText(junit, junitXml(rows), io);
  }
  const { summaryPath, annotates } = githubEnvironment(io.env);
  if (annotates) annotate(rows, io);
  if (summaryPath !== undefined) await summarize(rows, summaryPath, io);
}

function annotate(rows: readonly EvalsRow[], { stdout }: Io): void {
  for (const { eval: name, completionFns, result } of rows) {
    const title = `${name} (${completionFns.join(",")})`;
    for (const gate of result?.gates ?? []) {
      if (!gate.passed) stdout.write(`${errorAnnotation(title, whyNotMet(gate))}\n`);
    }
  }
}

/** Nobody asked for the summary, so a run does not fail by it. */
async function summarize(rows: readonly EvalsRow[], path: string, io: Io): Promise<void> {
  const { githubSummary } = await import("./github-summary.ts");
  try {
    appendFileSync(path, io.secrets.redact(githubSummary(rows)));
  } catch (error) {
    io.stderr.write(`warning: the step summary cannot be written: ${String(error)}\n`);
  }
}
