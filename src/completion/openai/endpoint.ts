import type { Connection } from "./openai-sdk.ts";

/** Where requests go, and as whom. Nothing is loaded or opened before its first use. */
export interface Endpoint {
  /** Its address without credentials; the paths of the API go behind it. */
  readonly url: string;
  /** Where the key comes from: a variable or an argument. */
  readonly keySource: string;
  /** What to check when it knows neither a model nor a path, on one line. */
  whenUnknown(model: string, path: string): string;
  /** Made when it is first asked for. */
  connect(): Promise<Connection>;
}
