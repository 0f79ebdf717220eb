import { DataError } from "../../core/errors.ts";
import type { JinjaTemplate } from "../../jinja/template.ts";
import type { MetricEvalArgs } from "./args.ts";
import type { Row } from "./field-names.ts";
import { type RowList, rowList } from "./reference-list.ts";

/** Makes a text of a row. */
export type RowTemplate = (row: Row, where: string) => string;

/** The templates of an eval's args. */
export interface RowTemplates {
  readonly input?: RowTemplate | undefined;
  readonly reference?: RowTemplate | undefined;
  readonly referenceList?: RowList | undefined;
  readonly extraInfo: ReadonlyMap<string, RowTemplate>;
}

/**
 * Reads the templates of an eval's args.
 *
 * @throws {ConfigError} when one cannot be read
 */
export async function readTemplates(args: MetricEvalArgs, evalName: string): Promise<RowTemplates> {
  const read = async (text: string | undefined, name: string, isClosed = false) =>
    text === undefined ? undefined : rowTemplate(text, `${name} of ${evalName}`, isClosed);
  const extraInfo = new Map<string, RowTemplate>();
  for (const [key, text] of Object.entries(args.extra_info_templates)) {
    const template = await read(text, `extra_info_templates.${key}`, true);
    if (template) extraInfo.set(key, template);
  }
  const list = await read(args.reference_list_template, "reference_list_template");
  return {
    input: await read(args.input_template, "input_template"),
    reference: await read(args.reference_template, "reference_template"),
    referenceList: list && rowList(args.reference_list_template ?? "", list),
    extraInfo,
  };
}

/** @param isClosed whether every name must be a field of the row, also where it has a default */
async function rowTemplate(text: string, name: string, isClosed: boolean): Promise<RowTemplate> {
  const { compileTemplate } = await import("../../jinja/template.ts");
  const template = await compileTemplate(text, { where: name, strict: true });
  return (row, where) => {
    if (isClosed) refuseUnknownNames(template, row, { name, where });
    try {
      return template.render(row);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      throw new DataError(`${name}: ${error.message}`, { where, fix: error.fix, cause: error });
    }
  };
}

function refuseUnknownNames(
  { variables }: JinjaTemplate,
  row: Row,
  { name, where }: { readonly name: string; readonly where: string },
): void {
  const unknown = [...variables].find((variable) => !Object.hasOwn(row, variable));
  if (unknown === undefined) return;
  throw new DataError(`${name} asks for "${unknown}", which is no field of the row`, {
    where,
    fix: `the row has ${Object.keys(row).join(", ") || "no fields"}`,
  });
}
