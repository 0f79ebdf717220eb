/** One text for a sample and its repeat. */
export function outcomeKey(sampleId: string, repeat: number | undefined): string {
  return repeat === undefined ? sampleId : `${sampleId}\n${repeat}`;
}
