import { z } from "zod";

/**
 * Memory of earlier turns, which existing registries state: a completion function is asked once a
 * conversation and remembers nothing, so that nothing depends on it.
 */
export const MemoryArgs = z.strictObject({
  persistent_memory: z.boolean().optional(),
  private_interaction_length: z.int().optional(),
});
