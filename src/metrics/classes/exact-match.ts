import type { z } from "zod";
import { BestReferenceMetric } from "../best-reference.ts";
import { exactMatch } from "../exact-match.ts";
import { MatchFormArgs, refuseIdleArgs } from "../match-form-args.ts";
import { matchFormSignature } from "../text/match-form.ts";
import { MetricArgs } from "./args.ts";

const Args = MetricArgs.extend(MatchFormArgs).superRefine(refuseIdleArgs);
type Args = z.infer<typeof Args>;

/** Whether the answer is one of the references; white space at the ends does not count. */
export class ExactMatch extends BestReferenceMetric<Args> {
  static override readonly Args = Args;

  override get signature(): string {
    return `${matchFormSignature(this.args)}|v=1`;
  }

  protected override get key(): string {
    return "exact_match_score";
  }

  protected override compare(response: string, reference: string): boolean {
    return exactMatch(response, reference, this.args);
  }
}
