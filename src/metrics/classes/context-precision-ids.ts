import { ContextIdMetric } from "../context/context-ids.ts";
import { type ContextPair, idPrecision } from "../context/context-overlap.ts";

/** Share of the retrieved passages that are right, by their ids; null when none was retrieved. */
export class ContextPrecisionIds extends ContextIdMetric {
  protected override get key(): string {
    return "context_precision_ids";
  }

  protected override compare(ids: ContextPair): number | null {
    return idPrecision(ids);
  }
}
