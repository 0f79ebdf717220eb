import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { ConfigError } from "../core/errors.ts";
import { YamlFile } from "../data/yaml/yaml-file.ts";
import type { YamlEntry } from "../data/yaml/yaml-text.ts";
import { complaints } from "../registry/describe-issues.ts";

const Amount = z.number().nonnegative();
const Price = z.strictObject({
  /** Tokens of prompts. */
  input: Amount,
  /** Tokens of prompts that the provider has in its cache. @default as `input` */
  cached: Amount.optional(),
  /** Tokens of answers, reasoning included. */
  output: Amount,
});

/** What a model costs, in US dollars per million tokens. */
export type Price = z.infer<typeof Price>;

/** Prices by the name that the provider has for the model. */
export type Prices = ReadonlyMap<string, Price>;

/** Where prices may be. */
export interface PriceSources {
  /** Folders of registries; each may hold a `prices.yaml`. */
  readonly roots: readonly string[];
  /** A file of the user's. */
  readonly file?: string | undefined;
  /** Where a relative name of that file starts. @default the working directory */
  readonly cwd?: string | undefined;
}

/**
 * Reads what models cost; where two files have a price for a model the later one's holds, the
 * user's file coming last.
 *
 * @throws {ConfigError} when a file is broken or has something else in it, or the user's is missing
 */
export function readPrices({ roots, file, cwd = "." }: PriceSources): Prices {
  const known = roots.map((root) => join(root, "prices.yaml")).filter((path) => existsSync(path));
  const paths = file === undefined ? known : [...known, resolve(cwd, file)];
  return new Map(paths.flatMap(pricesIn));
}

function pricesIn(path: string): [string, Price][] {
  const file = new YamlFile(path);
  if (file.fault !== undefined) {
    throw new ConfigError("the prices cannot be read", { where: file.fault, fix: EXAMPLE });
  }
  return file.entries.map((entry) => [entry.name, priceOf(entry, file)]);
}

function priceOf({ name, value }: YamlEntry, file: YamlFile): Price {
  const [fault] = complaints(Price, value);
  if (!fault) return Price.parse(value);
  const field = fault.place ? `"${fault.place}" of ` : "";
  throw new ConfigError(`${field}the price of "${name}" ${fault.text}`, {
    where: `${file.path}:${file.lineOf(name, fault.path)}`,
    fix: EXAMPLE,
  });
}

const EXAMPLE =
  "give each model US dollars per million tokens: `my-model: { input: 1.5, cached: 0.5, output: 6 }`";
