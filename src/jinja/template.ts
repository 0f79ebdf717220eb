import { ConfigError, DataError } from "../core/errors.ts";
import { compileJinja } from "./compile.ts";
import { loadNunjucks, type Nunjucks } from "./nunjucks.ts";
import { parseJinja } from "./parse.ts";
import { type JinjaContext, jinjaRuntime } from "./runtime.ts";
import { undeclaredNames } from "./variables.ts";

/** A Jinja template, read and ready to be filled. */
export interface JinjaTemplate {
  /** The names that it asks for and does not make itself. */
  readonly variables: ReadonlySet<string>;
  /**
   * The text for these values, printed as Jinja2 prints it.
   *
   * @throws {DataError} when the values do not fit what the template does with them
   */
  render(values: Readonly<Record<string, unknown>>): string;
}

/** How a template is read. */
export interface JinjaOptions {
  /** Its file, or file and line of the text that it is; for messages. */
  readonly where: string;
  /** Whether a name without a value is an error; else it is empty. @default false */
  readonly strict?: boolean;
}

/**
 * Reads a template of Jinja2 with `trim_blocks` and without escaping: True, False and None, lists
 * and mappings are printed as by Python. Numbers are as JSON has them: a quotient that is whole
 * prints without `.0`. A template stands alone: `include`, `import` and `extends` are refused.
 *
 * Templates are code; what comes from data or models must never be one.
 *
 * @throws {ConfigError} when it cannot be read
 */
export async function compileTemplate(text: string, options: JinjaOptions): Promise<JinjaTemplate> {
  const { where, strict = false } = options;
  const nunjucks = await loadNunjucks();
  const { fill, variables } = read(nunjucks, text, where);
  const runtime = jinjaRuntime(nunjucks, strict);
  return {
    variables,
    render(values) {
      const frame = new nunjucks.runtime.Frame();
      frame.topLevel = true;
      try {
        return fill({ context: contextOf(values), frame, runtime });
      } catch (error) {
        throw failure(error, where);
      }
    },
  };
}

function read(nunjucks: Nunjucks, text: string, where: string) {
  try {
    const parsed = parseJinja(nunjucks, text);
    // Compiling changes nodes, so names are looked for first.
    const variables = undeclaredNames(parsed);
    return { variables, fill: compileJinja(nunjucks, parsed) };
  } catch (error) {
    const { place, reason } = describe(error, where);
    throw new ConfigError(`the template cannot be read: ${reason}`, {
      where: place,
      fix: 'mend it there; for braces as they are write {{ "{{" }} or {% raw %}…{% endraw %}',
      cause: error,
    });
  }
}

/** What compiled code stores in and asks of a context. */
function contextOf(given: Readonly<Record<string, unknown>>): JinjaContext {
  const values: Record<string, unknown> = Object.assign(Object.create(null), given);
  return {
    values,
    setVariable: (name: string, value: unknown) => {
      values[name] = value;
    },
    addExport: () => {},
  };
}

function failure(error: unknown, where: string): unknown {
  if (error instanceof DataError) return error;
  const { place, reason } = describe(error, where);
  return new DataError(`the template cannot be filled: ${reason}`, {
    where: place,
    fix: "give the template what it asks for, or write what to do without: {{ name | default('') }}",
    cause: error,
  });
}

/** nunjucks puts line and column, from 1, on its errors. */
function describe(error: unknown, where: string): { place: string; reason: string } {
  const { lineno, colno, message } = error as Error & { lineno?: number; colno?: number };
  // Its parser stumbles over the end of a text.
  const isCut = error instanceof TypeError && lineno === undefined;
  const reason = isCut ? "it ends within a tag" : message.replace(NOISE, "");
  if (lineno === undefined || lineno === 0) return { place: where, reason };
  const isWithinFile = /:\d+$/.test(where);
  return {
    place: isWithinFile ? where : `${where}:${lineno}:${colno ?? 1}`,
    reason: isWithinFile ? `${reason}, in line ${lineno} of the template` : reason,
  };
}

/** What nunjucks puts before its messages. */
const NOISE = /^(?:\w*Error: )?(?:parse\w+: )?/;
