/** What stands behind the last occurrence of a prefix, whatever its case; undefined without one. */
export function answerAfter(prefix: string, text: string): string | undefined {
  const words = prefix.trim().replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const last = [...text.matchAll(new RegExp(words, "gi"))].at(-1);
  if (!last) return undefined;
  return text
    .slice(last.index + last[0].length)
    .replace(/^\s*:/, "")
    .trim();
}

/**
 * The answer that most have given; of several the one that came first. Case, white space and a final
 * period make no difference.
 *
 * @returns undefined when there is none
 */
export function mostFrequent(answers: readonly string[]): string | undefined {
  const groups = new Map<string, string[]>();
  for (const answer of answers) {
    const key = answer.toLowerCase().replace(/\s+/g, " ").replace(/\.$/, "");
    groups.set(key, [...(groups.get(key) ?? []), answer]);
  }
  const [largest] = [...groups.values()].toSorted((a, b) => b.length - a.length);
  return largest?.[0];
}
