import { isFlowLog, type LoggedLine, readFlowLines } from "../../record/flow-log.ts";
import { readSamples } from "../../record/log-samples.ts";
import type { Log } from "../../record/read-log.ts";
import { field, type Look, sampleLines } from "../sample-lines.ts";

/** Which lines are listed, how many, and where they go. */
export interface LineListing {
  /** Only lines that failed. */
  readonly failed: boolean;
  readonly max: number;
  readonly look: Look;
  print(line: string): void;
}

/** Lists the lines of a flow's run with inputs, outputs and errors; of other logs the samples. */
export async function showLines(log: Log, listing: LineListing): Promise<void> {
  const { max, look, print } = listing;
  const counts = { total: 0, failed: 0, found: 0 };
  for await (const { isFailed, lines } of linesIn(log, look)) {
    counts.total++;
    counts.failed += Number(isFailed);
    if (listing.failed && !isFailed) continue;
    counts.found++;
    if (counts.found <= max) print([...lines, ""].join("\n"));
  }
  const what = `${isFlowLog(log) ? "line" : "sample"}${counts.total === 1 ? "" : "s"}`;
  const left = counts.found > max ? `; ${max} listed here, all with --max ${counts.found}` : "";
  const summary = `${counts.total} ${what}, ${counts.failed} failed${left}`;
  print(counts.failed > 0 ? look.style.bad(summary) : summary);
}

interface Listed {
  readonly isFailed: boolean;
  readonly lines: readonly string[];
}

async function* linesIn(log: Log, look: Look): AsyncGenerator<Listed> {
  if (isFlowLog(log)) {
    for await (const line of readFlowLines(log)) {
      yield { isFailed: line.outputs === null, lines: flowLines(line, look) };
    }
    return;
  }
  for await (const sample of readSamples(log)) {
    yield { isFailed: sample.failed, lines: sampleLines(sample, look) };
  }
}

function flowLines(line: LoggedLine, look: Look): string[] {
  const { style } = look;
  const { sampleId, number, inputs, outputs, error } = line;
  const mark = outputs === null ? style.bad("✗") : style.good("✓");
  return [
    `${mark} ${style.bold(`line ${number}`)}  ${style.dim(sampleId)}`,
    ...field("inputs", inputs, look),
    ...field("outputs", outputs ?? "(failed)", look),
    ...field("error", error ? `${error.type}: ${error.message}` : null, look),
  ];
}
