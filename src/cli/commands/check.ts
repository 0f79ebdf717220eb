import { type CheckedEval, checkEvals } from "../../run/check-evals.ts";
import { openRegistry } from "../../run/open-registry.ts";
import { evalParams } from "../eval-params.ts";
import { interruptedCode } from "../exit-code.ts";
import type { Io } from "../io.ts";
import { type Style, styleFor } from "../style.ts";

/** Flags of `oaieval check`. */
export interface CheckFlags {
  readonly registryPath?: readonly string[];
  readonly strict?: boolean;
  readonly against?: string;
  readonly extraEvalParams?: string;
  readonly json?: boolean;
}

const OVERLAPS_SHOWN = 10;

/** `oaieval check [NAME…]`: loads evals and their rows, and says what is wrong; asks no model. */
export async function check(names: readonly string[], flags: CheckFlags, io: Io): Promise<number> {
  const style = styleFor(io.stdout, io.env);
  const print = (lines: readonly string[]) => {
    for (const line of lines) io.stdout.write(`${line}\n`);
  };
  const settings = settingsOf(flags, io);
  const wanted = names.length > 0 ? { names } : {};
  const checked: CheckedEval[] = [];
  for await (const one of checkEvals({ ...settings, ...wanted })) {
    if (io.signal.aborted) return interruptedCode(io.signal);
    checked.push(one);
    if (!flags.json) print(linesOf(one, style));
  }
  const broken = names.length > 0 ? [] : openRegistry(settings).brokenFiles();
  if (flags.json) print([JSON.stringify({ evals: checked, broken_files: broken }, null, 2)]);
  else
    print([...broken.map((file) => `${style.bad("broken")}   ${file}`), summary(checked, style)]);
  return broken.length === 0 && checked.every((one) => isFine(one, flags)) ? 0 : 1;
}

function settingsOf({ registryPath, against, extraEvalParams }: CheckFlags, { cwd, signal }: Io) {
  const args = extraEvalParams === undefined ? undefined : evalParams(extraEvalParams);
  return { registryPaths: registryPath, against, cwd, signal, args };
}

function isFine({ error, warnings, overlaps }: CheckedEval, { strict }: CheckFlags): boolean {
  if (error !== null) return false;
  return !strict || (warnings.length === 0 && (overlaps?.found.length ?? 0) === 0);
}

function linesOf(one: CheckedEval, style: Style): string[] {
  const { name, rows, error, warnings } = one;
  const head = error
    ? `${style.bad("error")}    ${name}`
    : `${style.good("ok")}       ${name}  ${style.dim(rows === null ? "a stream" : `${rows} rows`)}`;
  return [
    head,
    ...(error ? indented(error) : []),
    ...warnings.flatMap((warning) => indented(`${style.warn("warning:")} ${warning}`)),
    ...overlapLines(one, style),
  ];
}

function overlapLines({ overlaps, rows }: CheckedEval, style: Style): string[] {
  if (!overlaps) return [];
  const { found } = overlaps;
  const counted = `${found.length} of ${rows} samples are in the training data`;
  return indented(
    [
      found.length === 0 ? style.good(counted) : style.warn(counted),
      ...found
        .slice(0, OVERLAPS_SHOWN)
        .map(({ kind, where, trainingWhere }) => `  ${kind}: ${where} is ${trainingWhere}`),
    ].join("\n"),
  );
}

function summary(checked: readonly CheckedEval[], style: Style): string {
  const failed = checked.filter(({ error }) => error !== null).length;
  const warned = checked.filter(({ warnings }) => warnings.length > 0).length;
  const parts = [
    `${checked.length} checked`,
    failed > 0 ? style.bad(`${failed} cannot run`) : "all can run",
    ...(warned > 0 ? [style.warn(`${warned} with warnings`)] : []),
  ];
  return parts.join(" · ");
}

function indented(text: string): string[] {
  return text.split("\n").map((line) => `         ${line}`);
}
