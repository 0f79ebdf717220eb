import { ConfigError } from "../../core/errors.ts";

/** Whose each key is; a second owner of a key is refused. */
export class UniqueKeys<Value> {
  readonly #owners = new Map<string, string>();
  readonly #values = new Map<string, Value>();

  /** @throws {ConfigError} when the key is taken */
  set(key: string, value: Value, owner: string): void {
    const other = this.#owners.get(key);
    if (other !== undefined) throw collision(key, other, owner);
    this.#owners.set(key, owner);
    this.#values.set(key, value);
  }

  /** Keys with their values, in the order in which they came. */
  toObject(): Record<string, Value> {
    return Object.fromEntries(this.#values);
  }
}

function collision(key: string, one: string, other: string): ConfigError {
  return new ConfigError(`${one} and ${other} both have the key "${key}"`, {
    fix: "give one of them another key by its arg metric_key, or put it into a route of its own",
  });
}
