import { z } from "zod";

/**
 * Checks lists by one schema and all else by another. Unlike a union it tells a fault in a list
 * where it stands, such as `input.2.content`.
 */
export function listOr<L, O>(list: z.ZodType<L>, other: z.ZodType<O>) {
  return z.unknown().transform((value, ctx): L | O => {
    const result = (Array.isArray(value) ? list : other).safeParse(value);
    if (result.success) return result.data;
    // An issue that was finished by the inner schema is raw again for the outer one.
    ctx.issues.push(...(result.error.issues as z.core.$ZodRawIssue[]));
    return z.NEVER;
  });
}
