import type { GateResult } from "../run/gates.ts";
import { printable } from "./display-width.ts";
import { figure } from "./figure.ts";
import type { Style } from "./style.ts";
import { type Cell, table } from "./table.ts";

/** The gates of one run. */
export interface GatedRun {
  /** What tells it from other runs; empty where there is only one. */
  readonly name: string;
  readonly gates: readonly GateResult[];
}

/** One table of all gates, why each of them is not met, and one verdict; nothing without gates. */
export function gateLines(runs: readonly GatedRun[], style: Style): string[] {
  const all = runs.flatMap(({ name, gates }) => gates.map((gate) => ({ name, gate })));
  if (all.length === 0) return [];
  const isNamed = all.some(({ name }) => name !== "");
  const rows = all.map(({ name, gate }): Cell[] => [
    gate.passed ? "met" : "NOT MET",
    ...(isNamed ? [name] : []),
    printable(gate.gate),
    gateFigure(gate.value),
  ]);
  const head = ["gates", ...(isNamed ? ["eval"] : []), "gate", "value"];
  const [first = "", ...lines] = table(head, rows);
  const failed = all.filter(({ gate }) => !gate.passed);
  return [
    "",
    style.dim(first),
    ...lines.map((line, index) => (all[index]?.gate.passed ? line : style.bad(line))),
    ...failed.map(({ name, gate }) => `  ${name ? `${name}: ` : ""}${whyNotMet(gate)}`),
    verdict(failed.length, all.length, style),
  ];
}

/** Why a gate is not met, in one line: the figure, what it should be, and the worst samples. */
export function whyNotMet({ gate, metric, value, bound, reason, worst }: GateResult): string {
  if (value === null) return printable(`the gate ${gate} is about no figure: ${reason}`);
  const asked = gate.endsWith("%") ? `${gate} (${gateFigure(bound)})` : gate;
  const samples = worst.length > 0 ? `; worst samples: ${worst.join(", ")}` : "";
  return printable(`${metric} is ${gateFigure(value)}; the gate is ${asked}${samples}`);
}

/** A figure with six digits: 0.79999 must not look as if it met a bound of 0.8. */
export function gateFigure(value: number | null): string {
  return value === null ? figure(null) : String(Number(value.toPrecision(6)));
}

function verdict(failed: number, total: number, style: Style): string {
  return failed === 0
    ? style.good(`verdict  passed: ${total} of ${total} gates are met`)
    : style.bad(`verdict  failed: ${failed} of ${total} gates are not met`);
}
