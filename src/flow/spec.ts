/** A flow file, read and checked. */
export interface FlowSpec {
  /** The file as it was named. */
  readonly file: string;
  /** Its folder, absolute. */
  readonly folder: string;
  readonly inputs: ReadonlyMap<string, FlowInput>;
  readonly outputs: ReadonlyMap<string, Binding>;
  /** Nodes that run once for each line, each after those that it refers to. */
  readonly lineNodes: readonly FlowNode[];
  /** Nodes that run once after all lines, each after those that it refers to. */
  readonly aggregationNodes: readonly FlowNode[];
  /** Variables that the file sets for Python nodes. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What a flow takes from each line. */
export interface FlowInput {
  /** Types of the table in `convert.ts` are converted, others pass. */
  readonly type: string;
  /** Takes the place of a missing value; null is none. */
  readonly default: unknown;
  /** `file:line`, for messages. */
  readonly where: string;
}

/** Where a value comes from. */
export type Binding = Literal | InputReference | NodeReference;

/** A value that stands in the flow file. */
export interface Literal {
  readonly kind: "literal";
  readonly value: unknown;
  readonly where: string;
}

/** A flow input, `${inputs.name}`. */
export interface InputReference {
  readonly kind: "input";
  readonly name: string;
  /** As it is written; it names the value among those that aggregation nodes need. */
  readonly text: string;
  readonly where: string;
}

/** A node's output or a part of it, `${node.output.key[0]}`. */
export interface NodeReference {
  readonly kind: "node";
  readonly node: string;
  /** Keys and indices from the output down. */
  readonly path: readonly (string | number)[];
  readonly text: string;
  readonly where: string;
}

/** What runs a node. */
export type NodeKind = "module" | "python" | "prompt" | "llm" | "metric" | "embedding";

/** A step of a flow. */
export interface FlowNode {
  readonly name: string;
  readonly kind: NodeKind;
  readonly isAggregation: boolean;
  /** Arguments by parameter. */
  readonly inputs: ReadonlyMap<string, Binding>;
  /** The node is bypassed unless the value of `when` is this one. */
  readonly activate?: { readonly when: Binding; readonly is: unknown } | undefined;
  /** Absolute path of its code or template; absent where its kind has none. */
  readonly path?: string | undefined;
  readonly settings: NodeSettings;
  /** Longest time for one call, in milliseconds; absent where there is no limit but the line's. */
  readonly timeoutMs?: number | undefined;
  /** `file:line`, for messages. */
  readonly where: string;
}

/** What only some kinds of nodes have. */
export interface NodeSettings {
  /** `llm` and `embedding`: a name of the registry. */
  readonly model?: string | undefined;
  /** `llm` and `embedding`: a name that the run's connections explain. */
  readonly connection?: string | undefined;
  /** `llm`: whether the text is cut into messages. */
  readonly api?: "chat" | "completion" | undefined;
  /** `metric`: its name, its class with args, or a reducer of an aggregation node. */
  readonly metric?: unknown;
}
