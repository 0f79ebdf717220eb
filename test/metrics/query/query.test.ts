import { describe, expect, test } from "vitest";
import { OaievalError } from "../../../src/core/errors.ts";
import { compileQuery } from "../../../src/metrics/query/query.ts";
import { decodeNumbers } from "../../helpers/decode-numbers.ts";
import { vectors } from "../../helpers/vectors.ts";

interface QueryVector {
  readonly name: string;
  readonly extra_info: unknown;
  readonly where: unknown;
  readonly options: { readonly on_missing_key?: "skip" | "error" };
  readonly expect: boolean | "error";
}

describe("every query of the table selects what Python would", () => {
  test.each(vectors<QueryVector>("query-routing"))("$name", ({ options, ...vector }) => {
    const where = decodeNumbers(vector.where);
    const extraInfo = decodeNumbers(vector.extra_info);

    const run = () => compileQuery(where, options)(extraInfo);

    if (vector.expect === "error") expect(run).toThrow(OaievalError);
    else expect(run()).toBe(vector.expect);
  });
});
