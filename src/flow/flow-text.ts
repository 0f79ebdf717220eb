import { resolve } from "node:path";
import type { ZodType, z } from "zod";
import { closest, didYouMean } from "../core/closest.ts";
import { ConfigError } from "../core/errors.ts";
import { type SchemaFault, schemaFaults } from "../core/schema-faults.ts";
import { YamlFile } from "../data/yaml/yaml-file.ts";

/** The text of a flow file, which knows the line of everything in it. */
export class FlowText {
  readonly #file: string;
  readonly #yaml: YamlFile;

  /** @throws {ConfigError} when the file cannot be read, or is no YAML */
  constructor(file: string) {
    this.#file = file;
    this.#yaml = new YamlFile(resolve(file));
    const { fault } = this.#yaml;
    if (fault === undefined) return;
    const [, place = file, reason = fault] = /^(.+?:\d+:\d+): (.+)$/s.exec(fault) ?? [];
    throw new ConfigError(`the flow file cannot be read: ${reason}`, { where: place });
  }

  /** All of its values. */
  get values(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.#yaml.entries.map(({ name, value }) => [name, value]));
  }

  /** The place of what stands under these keys, as `file:line`. */
  where(path: readonly PropertyKey[]): string {
    const [first, ...rest] = path;
    const line = this.#yaml.lineOf(String(first), rest);
    return line === undefined ? this.#file : `${this.#file}:${line}`;
  }

  /**
   * Checks what stands under these keys.
   *
   * @throws {ConfigError} with the line of the first fault
   */
  check<Schema extends ZodType>(
    schema: Schema,
    value: unknown,
    path: readonly PropertyKey[],
  ): z.infer<Schema> {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const [fault] = schemaFaults(parsed.error, value);
    const place = fault?.place ? `"${fault.place}" ` : "";
    throw new ConfigError(`${subject(path)}${place}${fault?.text ?? "is wrong"}`, {
      where: this.where([...path, ...(fault?.path ?? [])]),
      fix: fault && nearKey(fault, value),
    });
  }

  /** One warning for each key that nothing reads. */
  unknownKeys(
    value: Readonly<Record<string, unknown>>,
    known: readonly string[],
    path: readonly PropertyKey[],
  ): string[] {
    return Object.keys(value)
      .filter((key) => !known.includes(key))
      .map((key) => {
        const hint = didYouMean(key, known) ?? "it has no effect";
        return `${this.where([...path, key])}: "${key}" is not known; ${hint}`;
      });
  }
}

/** The key beside a missing one that is probably meant to be it. */
function nearKey({ path }: SchemaFault, whole: unknown): string | undefined {
  const around = path.slice(0, -1).reduce((value, key) => Object(value)[key], whole);
  const missing = String(path.at(-1));
  const [near] = Object.hasOwn(Object(around), missing)
    ? []
    : closest(missing, Object.keys(Object(around)));
  return near === undefined ? undefined : `write "${missing}" in place of "${near}"`;
}

function subject(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "in the flow " : "in the node ";
}
