import { ConfigError } from "../../core/errors.ts";
import { fieldOf, hasField, isList, isMapping, type Mapping } from "./values.ts";

/** Where a value is looked for, such as `messages.-1.content` or `tools.*.function.name`. */
export interface Path {
  readonly text: string;
  readonly steps: readonly Step[];
}

interface Step {
  readonly text: string;
  /** What the step means to a list; undefined when it is a name. */
  readonly index: number | undefined;
  readonly isWildcard: boolean;
}

/** A key on the way is not there. */
export const MISSING: unique symbol = Symbol("missing");

/** No key is missing, yet there is nothing: an index out of range, an item of a text. */
export const NO_MATCH: unique symbol = Symbol("no match");

/** What a path with `*` leads to: one leaf for each item, `NO_MATCH` where the item lacks it. */
export class Leaves {
  readonly values: readonly unknown[];

  constructor(values: readonly unknown[]) {
    this.values = values;
  }
}

/**
 * Reads a path: steps between dots.
 *
 * @throws {ConfigError} when a step is empty
 */
export function parsePath(text: string): Path {
  const steps = text.split(".").map((step) => ({
    text: step,
    index: /^-?\d+$/.test(step) ? Number(step) : undefined,
    isWildcard: step === "*",
  }));
  if (steps.some((step) => step.text === "")) {
    throw new ConfigError(`the path "${text}" has an empty step`, {
      fix: "write names, indices or * between single dots, such as meta.lang",
    });
  }
  return { text, steps };
}

/** Whether a step of the path stands for every item of a list. */
export function hasWildcard(path: Path): boolean {
  return path.steps.some((step) => step.isWildcard);
}

/**
 * What stands at the path: a value, `Leaves`, `MISSING` or `NO_MATCH`. Where the nested key is
 * missing, a key that is spelt like the whole path counts, as flat exports have them.
 */
export function resolvePath({ text, steps }: Path, root: unknown): unknown {
  const found = walk(steps, 0, root);
  if (found !== MISSING || steps.length === 1 || !isMapping(root)) return found;
  return fieldOrMissing(root, text);
}

function walk(steps: readonly Step[], start: number, root: unknown): unknown {
  let value = root;
  for (let i = start; i < steps.length; i++) {
    const step = steps[i] as Step; // i is below the length
    if (step.isWildcard && (isList(value) || value === null)) {
      return new Leaves((value ?? []).flatMap((item) => leavesOf(walk(steps, i + 1, item))));
    }
    value = enter(value, step);
    if (value === MISSING || value === NO_MATCH) return value;
  }
  return value;
}

/** Inside an item nothing is missing: the item merely does not match. */
function leavesOf(found: unknown): readonly unknown[] {
  if (found instanceof Leaves) return found.values;
  return [found === MISSING ? NO_MATCH : found];
}

function enter(container: unknown, step: Step): unknown {
  if (isMapping(container)) return fieldOrMissing(container, step.text);
  if (step.isWildcard) return NO_MATCH;
  if (step.index === undefined) return MISSING;
  return isList(container) ? itemAt(container, step.index) : NO_MATCH;
}

function itemAt(list: readonly unknown[], index: number): unknown {
  const place = index < 0 ? list.length + index : index;
  return place >= 0 && place < list.length ? list[place] : NO_MATCH;
}

function fieldOrMissing(mapping: Mapping, key: string): unknown {
  const value = hasField(mapping, key) ? fieldOf(mapping, key) : undefined;
  return value === undefined ? MISSING : value;
}
