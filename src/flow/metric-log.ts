import { DataError } from "../core/errors.ts";
import { describeJson } from "../core/schema-faults.ts";

/** A metric of a run. */
export interface LoggedMetric {
  readonly name: string;
  readonly value: number;
  /** The aggregation node that set it. */
  readonly node: string;
}

/** The metrics that aggregation nodes set; the last value of a name counts. */
export class MetricLog {
  readonly #metrics = new Map<string, LoggedMetric>();
  readonly #missing = new Set<string>();

  /** In the order in which their values were set. */
  get metrics(): readonly LoggedMetric[] {
    return [...this.#metrics.values()];
  }

  /** Names that were to be set, and have no value. */
  get missing(): readonly string[] {
    return [...this.#missing].filter((name) => !this.#metrics.has(name));
  }

  /** @throws {DataError} when the name is empty, or the value no finite number, true or false */
  set(node: string, name: unknown, value: unknown): void {
    if (typeof name !== "string" || name.trim() === "") {
      throw new DataError(`the name of a metric is ${describeJson(name)}; it must be a text`);
    }
    const number = typeof value === "boolean" ? Number(value) : value;
    if (typeof number !== "number" || !Number.isFinite(number)) {
      this.#missing.add(name);
      throw new DataError(
        `the metric "${name}" is ${describeJson(value)}; it must be a finite number`,
      );
    }
    this.#metrics.delete(name);
    this.#metrics.set(name, { name, value: number, node });
  }

  /** Notes that a metric has no value. */
  miss(name: string): void {
    this.#missing.add(name);
  }
}
