/** What the calls of a run cost beside tokens; the report shows it. */
export class CallStats {
  /** Tries, first ones and repeated ones. */
  requests = 0;
  /** Tries after a failed one. */
  retries = 0;
  /** Time between tries, in milliseconds, summed over all calls. */
  waitedMs = 0;
  /** Calls that wait for their next try right now. */
  waiting = 0;
}
