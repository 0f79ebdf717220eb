import { jsonEquals } from "../json-equality.ts";
import { type JsonValue, parseJson } from "../parse-json.ts";
import { ValueMetric } from "../value-metric.ts";
import { MetricArgs } from "./args.ts";

/** Whether the answer is JSON and equal to a reference, whatever its order of keys and white space. */
export class JsonEquality extends ValueMetric<MetricArgs, JsonValue> {
  static override readonly Args = MetricArgs;

  override get signature(): string {
    return "keys=unordered|arrays=ordered|v=1";
  }

  protected override get key(): string {
    return "json_equality";
  }

  protected override get kind(): string {
    return "JSON";
  }

  protected override get worst(): boolean {
    return false;
  }

  protected override read(text: string): JsonValue | undefined {
    return parseJson(text);
  }

  protected override compare(value: JsonValue, reference: JsonValue): boolean {
    return jsonEquals(value, reference);
  }
}
