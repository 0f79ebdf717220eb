/** What a judge wrote in place of a verdict. */
export interface Unread {
  /** The step that was asked for. */
  readonly step: string;
  /** Its last answer, as it came. */
  readonly verdict: string;
  /** What is wrong with it. */
  readonly complaint: string;
  /** How often it was asked again. */
  readonly retries: number;
  /** Why its answer ended, in the provider's words. */
  readonly finish_reason: string | null;
  readonly isCutShort: boolean;
}

/** A judge's verdict cannot be read, however often it is asked: the score is missing. */
export class UnreadableVerdict extends Error {
  override readonly name = "UnreadableVerdict";
  readonly unread: Unread;

  constructor(unread: Unread) {
    super(unread.complaint);
    this.unread = unread;
  }
}
