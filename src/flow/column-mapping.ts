import { didYouMean } from "../core/closest.ts";
import type { SourceName } from "./flow-source.ts";
import type { FlowInput } from "./spec.ts";

/** A column mapping as YAML or flags give it: flow inputs and where their values are. */
export type ColumnMapping = Readonly<Record<string, unknown>>;

/** Where the value of a flow input is for each line. */
export type InputOrigin =
  | { readonly kind: "constant"; readonly value: unknown }
  | { readonly kind: "column"; readonly source: SourceName; readonly column: string }
  /** A reference whose source there is not. */
  | { readonly kind: "unresolved"; readonly text: string }
  | { readonly kind: "missing" };

/** What a mapping has at hand. */
export interface MappedSources {
  readonly names: readonly SourceName[];
  /** Whether the rows of the source that is tried without a mapping have this column. */
  hasColumn(column: string): boolean;
  warn(message: string): void;
}

const REFERENCE = /^\$\{([^{}]+)\}$/;

/**
 * Where the value of each flow input is: as the mapping says, else its default, else the column of
 * its own name.
 */
export function originsOf(
  inputs: ReadonlyMap<string, FlowInput>,
  mapping: ColumnMapping,
  sources: MappedSources,
): ReadonlyMap<string, InputOrigin> {
  const tried = triedSource(sources.names);
  warnOfConstants(mapping, sources);
  warnOfSlips(inputs, mapping, sources);
  return new Map(
    [...inputs].map(([name, input]): [string, InputOrigin] => {
      if (Object.hasOwn(mapping, name)) return [name, originOf(mapping[name], sources.names)];
      if (input.default !== null) {
        if (tried && sources.hasColumn(name)) sources.warn(hiddenColumn(name, tried, input.where));
        return [name, { kind: "constant", value: input.default }];
      }
      if (!tried) return [name, { kind: "missing" }];
      return [name, { kind: "column", source: tried, column: name }];
    }),
  );
}

/** The source whose columns are tried for inputs that nothing maps: `data`, or the only one. */
export function triedSource(names: readonly SourceName[]): SourceName | undefined {
  if (names.includes("data")) return "data";
  return names.length === 1 ? names[0] : undefined;
}

/** The name is split at dots, the shortest source first; all the rest is the column. */
function originOf(value: unknown, names: readonly SourceName[]): InputOrigin {
  const reference = typeof value === "string" ? REFERENCE.exec(value)?.[1]?.trim() : undefined;
  if (reference === undefined) return { kind: "constant", value };
  const parts = reference.split(".");
  for (let length = 1; length < parts.length; length++) {
    const prefix = parts.slice(0, length).join(".");
    const source = names.find((name) => name === prefix);
    if (source) return { kind: "column", source, column: parts.slice(length).join(".") };
  }
  return { kind: "unresolved", text: `\${${reference}}` };
}

function warnOfConstants(mapping: ColumnMapping, { warn }: MappedSources): void {
  const values = Object.values(mapping);
  const isConstant = (value: unknown) => !(typeof value === "string" && REFERENCE.test(value));
  if (values.length === 0 || !values.every(isConstant)) return;
  warn("the column mapping has constants only, so every line gets the same values from it");
}

/** A reference without its dollar or a brace, which is a text like any other. */
const NEARLY_REFERENCE = /^\s*\$?[{(]?\s*((?:data|run\.(?:outputs|inputs))\.[\w.]+)\s*[})]?\s*$/;

/** Other names are passed over, as in promptflow; one that is nearly an input's is a slip. */
function warnOfSlips(
  inputs: ReadonlyMap<string, FlowInput>,
  mapping: ColumnMapping,
  { warn }: MappedSources,
): void {
  const unmapped = [...inputs.keys()].filter((name) => !Object.hasOwn(mapping, name));
  for (const [name, value] of Object.entries(mapping)) {
    const near = inputs.has(name) ? undefined : didYouMean(name, unmapped);
    if (near) warn(`the column mapping has "${name}", which is no input of the flow; ${near}`);
    const meant = typeof value === "string" ? NEARLY_REFERENCE.exec(value)?.[1] : undefined;
    if (meant === undefined || REFERENCE.test(String(value))) continue;
    warn(
      `the column mapping has the text "${value}" for "${name}"; to take a column write \${${meant}}`,
    );
  }
}

function hiddenColumn(name: string, source: SourceName, where: string): string {
  return `${where}: the default of the input "${name}" hides the column "${name}"; map it to take the column: ${name}: \${${source}.${name}}`;
}
