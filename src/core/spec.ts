/** Where an entry of the registry stands. */
export interface EntryPlace {
  /** The YAML file; of what is named without an entry, the words that name it. */
  readonly file: string;
  /** Line of the entry's name, from 1; 0 without an entry. */
  readonly line: number;
  /** Line of an argument, by its path within the args; undefined where it is not known. */
  lineOf?(path: readonly PropertyKey[]): number | undefined;
}

/** An entry that names a class: an eval, a completion function. */
export interface ClassSpec {
  /** The entry's name. */
  readonly key: string;
  /** File name up to its first dot. */
  readonly group: string;
  /** The root folder that the entry came from. */
  readonly registry_path: string;
  /** Reference as written in YAML. */
  readonly cls: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a figure of the report must be, as YAML has it: `accuracy >= 0.8`. */
export interface GateText {
  readonly expression: string;
  /** File and line of the list that it stands in. */
  readonly where: string;
}

/** A concrete eval. */
export interface EvalSpec extends ClassSpec, EntryPlace {
  /** From the alias that led here, or the entry itself; the first is the primary metric. */
  readonly metrics: readonly string[];
  /** From the alias that led here, or the entry itself. */
  readonly gates?: readonly GateText[];
  readonly description?: string | undefined;
  /** What to know before the data is used. */
  readonly disclaimer?: string | undefined;
}

/** The first line of a log: everything that made the run what it is. */
export interface RunSpec {
  readonly completion_fns: readonly string[];
  /** The concrete entry's name. */
  readonly eval_name: string;
  readonly base_eval: string;
  readonly split: string;
  readonly run_config: RunConfig;
  readonly created_by: string;
  readonly run_id: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS.ffffff`. */
  readonly created_at: string;
}

/** How a run was set up. */
export interface RunConfig {
  readonly completion_fns: readonly string[];
  readonly eval_spec: ClassSpec;
  readonly seed: number;
  readonly max_samples: number | null;
  /** The command line, quoted for a shell, without secrets. */
  readonly command: string;
  readonly initial_settings: { readonly visible: boolean };
  /** The files that rows came from. */
  readonly data: readonly {
    readonly path: string;
    readonly sha256: string;
    readonly rows: number;
  }[];
  readonly [field: string]: unknown;
}
