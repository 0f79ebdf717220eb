/** What Python says while it loads nodes or runs one. */
export type BridgeMessage =
  | { readonly type: "loaded" }
  | { readonly type: "refused"; readonly node: string; readonly error: PythonFailure }
  | { readonly type: "value"; readonly value: unknown }
  | { readonly type: "error"; readonly error: PythonFailure }
  | { readonly type: "metric"; readonly name: unknown; readonly value: unknown }
  | { readonly type: "log"; readonly text: string };

/** An exception of Python. */
export interface PythonFailure {
  /** Its class. */
  readonly name: string;
  readonly message: string;
  /** Where it was raised, as Python prints it; empty when no code of the flow was running. */
  readonly stack: string;
}

/** The exception as an error of ours. */
export function pythonError({ name, message, stack }: PythonFailure): Error {
  const error = new Error(message);
  error.name = name;
  error.stack = `${name}: ${message}\n${stack}`.trimEnd();
  return error;
}
