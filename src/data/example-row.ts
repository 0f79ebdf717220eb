import { type core, toJSONSchema, type ZodType } from "zod";

type JsonSchema = core.JSONSchema.BaseSchema;

/** A row that a schema takes, as a line of JSON; undefined when none comes to mind. */
export function exampleRow(schema: ZodType): string | undefined {
  const row = exampleOf(toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  return schema.safeParse(row).success ? JSON.stringify(row) : undefined;
}

function exampleOf(schema: JsonSchema): unknown {
  const [branch] = schema.anyOf ?? schema.oneOf ?? [];
  if (branch) return exampleOf(branch);
  const [given = schema.const] = schema.examples ?? schema.enum ?? [];
  if (given !== undefined) return given;
  switch (schema.type) {
    case "object":
      return exampleObject(schema);
    case "array":
      return typeof schema.items === "object" && !Array.isArray(schema.items)
        ? [exampleOf(schema.items)]
        : [];
    case "number":
    case "integer":
      return schema.minimum ?? 0;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return "…";
  }
}

function exampleObject({ properties = {}, required = [] }: JsonSchema): object {
  const fields = required.map((key) => [key, properties[key]] as const);
  return Object.fromEntries(
    fields.map(([key, field]) => [key, typeof field === "object" ? exampleOf(field) : "…"]),
  );
}
