import { styleText } from "node:util";
import type { Io, Output } from "./io.ts";

/** Colours for one output; plain text where there is no terminal or `NO_COLOR` is set. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
}

type Format = Parameters<typeof styleText>[0];

/** Else Node looks at the process's own stdout, whichever output this is. */
const OURS_TO_DECIDE = { validateStream: false };

/** The style of an output, by its terminal, `NO_COLOR` (no-color.org) and `FORCE_COLOR`. */
export function styleFor(output: Output, env: Io["env"]): Style {
  const paint = isColored(output, env)
    ? (format: Format) => (text: string) => styleText(format, text, OURS_TO_DECIDE)
    : () => (text: string) => text;
  return {
    bold: paint("bold"),
    dim: paint("dim"),
    good: paint("green"),
    bad: paint("red"),
    warn: paint("yellow"),
  };
}

/** Whether an output takes colours. */
export function isColored(output: Output, env: Io["env"]): boolean {
  if (env["NO_COLOR"]) return false;
  if (env["FORCE_COLOR"] && env["FORCE_COLOR"] !== "0") return true;
  return output.isTTY === true && env["TERM"] !== "dumb";
}
