import { z } from "zod";

/** In which order a judge reasons and decides; it rules what it is asked and how it is read. */
export const EvalType = z.enum(["classify", "classify_cot", "cot_classify", "cot_classify_jp"]);
export type EvalType = z.infer<typeof EvalType>;

/** Whether the verdict comes after the reasoning, so that the last lines count first. */
export function decidesLast(evalType: EvalType): boolean {
  return evalType.startsWith("cot_classify");
}
