import { type ContextPair, textRecall } from "../context/context-overlap.ts";
import { ContextTextMetric } from "../context/context-texts.ts";

/** Share of the reference passages that one like them was retrieved for, without a model. */
export class ContextRecallText extends ContextTextMetric {
  protected override get key(): string {
    return "context_recall_text";
  }

  protected override get hit(): string {
    return ">0.5";
  }

  protected override compare(texts: ContextPair): number | null {
    return textRecall(texts);
  }
}
