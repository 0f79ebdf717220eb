import { type ContextPair, textPrecision } from "../context/context-overlap.ts";
import { ContextTextMetric } from "../context/context-texts.ts";

/** Whether passages that are like a reference passage come first, 0 to 1, without a model. */
export class ContextPrecisionText extends ContextTextMetric {
  protected override get key(): string {
    return "context_precision_text";
  }

  protected override get hit(): string {
    return ">=0.5";
  }

  protected override compare(texts: ContextPair): number {
    return textPrecision(texts);
  }
}
