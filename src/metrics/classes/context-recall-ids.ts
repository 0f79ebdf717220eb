import { ContextIdMetric } from "../context/context-ids.ts";
import { type ContextPair, idRecall } from "../context/context-overlap.ts";

/** Share of the right passages that were retrieved, by their ids; null when none is right. */
export class ContextRecallIds extends ContextIdMetric {
  protected override get key(): string {
    return "context_recall_ids";
  }

  protected override compare(ids: ContextPair): number | null {
    return idRecall(ids);
  }
}
