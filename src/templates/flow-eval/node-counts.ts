import type { Report } from "../../core/report.ts";
import type { FlowLineData } from "../../flow/ready-flow.ts";
import type { FlowSpec } from "../../flow/spec.ts";

/** What became of each node over all lines. */
export class NodeCounts {
  readonly #counts: ReadonlyMap<string, { completed: number; failed: number; bypassed: number }>;

  constructor({ lineNodes }: FlowSpec) {
    this.#counts = new Map(
      lineNodes.map(({ name }) => [name, { completed: 0, failed: 0, bypassed: 0 }]),
    );
  }

  add({ completed, bypassed, error }: FlowLineData): void {
    for (const name of completed) this.#add(name, "completed");
    for (const name of bypassed) this.#add(name, "bypassed");
    if (typeof error?.["node"] === "string") this.#add(error["node"], "failed");
  }

  /** The counts as `nodes/NAME/failed` and so on. */
  report(): Report {
    const entries = [...this.#counts].flatMap(([name, counts]) =>
      Object.entries(counts).map(([status, count]) => [`nodes/${name}/${status}`, count]),
    );
    return Object.fromEntries(entries);
  }

  #add(name: string, status: "completed" | "failed" | "bypassed"): void {
    const counts = this.#counts.get(name);
    if (counts) counts[status] += 1;
  }
}
