/** Samples judged at the same time. */
export const CONCURRENCY = 10;

/** Base of each sample's random numbers, as in openai/evals. */
export const SEED = 20220722;

/** Fixed by openai/evals: which samples `--max-samples` keeps depends on it. */
export const SHUFFLE_SEED = 123;

/** How repeats of a sample become one result. */
export const REDUCER = "mean";

/** Longest wait for one request, in seconds, as the OpenAI SDK has it. */
export const TIMEOUT_SECONDS = 600;

/** Tries of one request, the first included. */
export const MAX_TRIES = 8;

/** All tries of one request together, in seconds. */
export const MAX_RETRY_SECONDS = 600;

/** How long running samples may go on after the run was asked to stop, in seconds. */
export const GRACE_SECONDS = 10;

/** Events in one POST of the HTTP recorder. */
export const HTTP_BATCH_SIZE = 100;

/** Share of undelivered events, in percent, above which the HTTP recorder gives up. */
export const HTTP_FAIL_PERCENT = 5;
