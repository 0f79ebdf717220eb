/** What the calls of a run cost beside tokens; the report shows it. */
export class CallStats {
  /** Tries, first ones and repeated ones. */
  requests = 0;
  /** Tries after a failed one. */
  retries = 0;
  /** Time between tries and for limits, in milliseconds, summed over all calls. */
  waitedMs = 0;
  /** Calls that wait for their next try, or for a limit, right now. */
  waiting = 0;
  /** Answers of earlier runs; undefined where none are kept. */
  cached: number | undefined = undefined;
}
