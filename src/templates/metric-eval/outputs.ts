import { DataError } from "../../core/errors.ts";
import type { EventDraft } from "../../core/event.ts";
import { outputColumns } from "../../record/run-rows.ts";
import { ALIASES } from "./field-names.ts";
import type { Outputs } from "./mapping.ts";
import { answerText } from "./texts.ts";

/** What an answer gives out: itself, and the fields of the JSON object that it may be. */
export function outputsOfAnswer(text: string): Outputs {
  return new Columns({ ...fieldsInText(text) }, text);
}

/**
 * What the events of a sample give out: the outputs of a flow, else the last answer of the function
 * under test, the first where there are several; beside it what was compared, measured and noted.
 *
 * @param where the sample in its log, for messages
 * @returns undefined when they have no answer
 */
export function outputsOfEvents(events: readonly EventDraft[], where: string): Outputs | undefined {
  const columns = outputColumns(events);
  if (!columns) return undefined;
  const flow = Object(events.findLast(({ type }) => type === "flow_line")?.data).outputs;
  if (isFields(flow)) return new Columns(columns, flowAnswer(flow, where));
  const { sampled } = columns;
  const first: unknown = Array.isArray(sampled) ? sampled[0] : sampled;
  if (first === undefined || first === null) return undefined;
  const text = answerText(first);
  return new Columns({ ...columns, ...fieldsInText(text) }, text);
}

type Fields = Readonly<Record<string, unknown>>;

class Columns implements Outputs {
  readonly #columns: Fields;
  readonly #answer: string | (() => string);

  constructor(columns: Fields, answer: string | (() => string)) {
    this.#columns = columns;
    this.#answer = answer;
  }

  get names(): readonly string[] {
    return [...new Set([...Object.keys(this.#columns), "output"])];
  }

  response(): string {
    return typeof this.#answer === "string" ? this.#answer : this.#answer();
  }

  column(name: string): unknown {
    if (Object.hasOwn(this.#columns, name)) return this.#columns[name];
    return ALIASES.response.includes(name) ? this.response() : undefined;
  }
}

/** The only output of a flow, or the one that is called like an answer. */
function flowAnswer(outputs: Fields, where: string): () => string {
  const names = Object.keys(outputs);
  const name =
    names.length === 1 ? names[0] : ALIASES.response.find((alias) => names.includes(alias));
  return () => {
    if (name !== undefined) return answerText(outputs[name]);
    throw new DataError(`which output is the response is not known: ${names.join(", ")}`, {
      where,
      fix: `name it in the args of the eval: map: {response: "\${run.outputs.NAME}"}`,
    });
  };
}

function fieldsInText(text: string): Fields {
  if (!text.trimStart().startsWith("{")) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : {};
  } catch {
    return {}; // it is a text that begins with a brace
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
