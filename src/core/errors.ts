/** Where a fault is and how it is mended; both end up below the message. */
export interface ErrorDetails {
  /** A file with line and column, a folder, a flag: what the user opens next. */
  readonly where?: string | undefined;
  /** What the user changes or types to mend it. */
  readonly fix?: string | undefined;
  readonly cause?: unknown;
}

/** Base of every error that this program raises on purpose. */
export class OaievalError extends Error {
  override readonly name: string = "OaievalError";
  readonly where: string | undefined;
  readonly fix: string | undefined;

  constructor(message: string, { where, fix, cause }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.where = where;
    this.fix = fix;
  }
}

/** The user must change something: a name, a file, a flag, a key. Ends the run. */
export class ConfigError extends OaievalError {
  override readonly name = "ConfigError";
}

/** A data set or one of its rows is wrong. Ends the run before anything is paid for. */
export class DataError extends OaievalError {
  override readonly name = "DataError";
}

/** How a failed call is treated: `transient` may be tried again, `fatal` fails every call alike. */
export type FailureKind = "transient" | "timeout" | "permanent" | "fatal";

/** A completion function did not answer. Becomes an `error` event of its sample unless fatal. */
export class CompletionError extends OaievalError {
  override readonly name = "CompletionError";
  readonly kind: FailureKind;
  /** HTTP status, where there was one. */
  readonly status: number | undefined;
  /** The provider's own code for the failure, such as `context_length_exceeded`. */
  readonly code: string | undefined;
  /** How long the provider asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ErrorDetails & CompletionFailure = {}) {
    super(message, details);
    this.kind = details.kind ?? "permanent";
    this.status = details.status;
    this.code = details.code;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** What is known of a failed call. */
export interface CompletionFailure {
  readonly kind?: FailureKind | undefined;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/**
 * An error as text: the message, then `where` and `fix` on lines of their own.
 *
 * @example
 * // "extract_countrys" is not in the registry
 * //   where: /home/ann/app/registry, /home/ann/.evals
 * //   fix:   did you mean "extract_countries"?
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof OaievalError)) return `${error.name}: ${error.message}`;
  const lines = [error.message];
  if (error.where) lines.push(`  where: ${error.where}`);
  if (error.fix) lines.push(`  fix:   ${error.fix}`);
  return lines.join("\n");
}
