import { z } from "zod";
import { didYouMean } from "../../core/closest.ts";
import { ConfigError } from "../../core/errors.ts";
import { schemaFaults } from "../../core/schema-faults.ts";
import { PROCESSORS, type Processor } from "./table.ts";

const Values = z.record(z.string(), z.unknown());

const One = z.union([
  z.string(),
  z.strictObject({ class: z.string(), args: Values.optional() }),
  z
    .strictObject({ class_path: z.string(), init_args: Values.optional() })
    .transform(({ class_path, init_args }) => ({ class: class_path, args: init_args })),
]);

/** One processor or several, by name or as `{class, args}`. */
export const ProcessorArgs = z.union([z.array(One), One.transform((one) => [one])]).nullish();
/** See the schema of the same name. */
export type ProcessorArgs = z.infer<typeof ProcessorArgs>;

/**
 * Makes of several processors one, which applies them in their order.
 *
 * @param where the argument that names them, as `file:line`, for messages
 * @throws {ConfigError} for an unknown name and wrong args
 */
export async function makeProcessor(asked: ProcessorArgs, where?: string): Promise<Processor> {
  const steps: Processor[] = [];
  for (const one of asked ?? []) {
    const { class: name, args = {} } = typeof one === "string" ? { class: one } : one;
    steps.push(await makeOne(name, args, where));
  }
  return (text) => steps.reduce((result, step) => step(result), text);
}

/** What is not here, and what does its work. */
const INSTEAD: Readonly<Record<string, string>> = {
  TemplateRenderer: "shape the text where it comes from: reference_template, or RegexExtractor",
  LastChoiceExtractor: "use RegexExtractor with a pattern of the choices, such as '[A-D]'",
  JSONExtractor: "use the eval class JsonMatch, which compares JSON",
};

async function makeOne(
  reference: string,
  args: Readonly<Record<string, unknown>>,
  where: string | undefined,
): Promise<Processor> {
  const name = reference.slice(reference.lastIndexOf(".") + 1);
  const kind = PROCESSORS.get(name);
  if (!kind) {
    throw new ConfigError(`there is no processor "${name}"`, {
      where,
      fix:
        (Object.hasOwn(INSTEAD, name) ? INSTEAD[name] : undefined) ??
        didYouMean(name, PROCESSORS.keys()) ??
        `there are ${[...PROCESSORS.keys()].join(", ")}`,
    });
  }
  const { success, data, error } = kind.Args.safeParse(args);
  if (success) return kind.make(data as never); // by its own schema
  const faults = schemaFaults(error, args).map(({ place, text }) => `"${place}" ${text}`);
  throw new ConfigError(`the processor ${name} does not take its args: ${faults.join("; ")}`, {
    where,
  });
}
