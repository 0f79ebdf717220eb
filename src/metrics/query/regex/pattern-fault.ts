/** What Python's `re` has against a pattern, or what cannot be carried over from it. */
export class PatternFault extends Error {
  override readonly name = "PatternFault";
}
