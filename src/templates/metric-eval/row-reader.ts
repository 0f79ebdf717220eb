import type { MetricRow } from "../../core/metric.ts";
import { type Prompt, toMessages } from "../../core/prompt.ts";
import type { MetricEvalArgs } from "./args.ts";
import { type FieldName, findField, type Row } from "./field-names.ts";
import { historyMessages } from "./history.ts";
import { type Mapping, type MappingSources, mappedValue } from "./mapping.ts";
import { rowPrompt } from "./row-prompt.ts";
import type { RowTemplates } from "./row-templates.ts";
import {
  answerText,
  answerTexts,
  lastUserText,
  type Placed,
  passages,
  questionText,
} from "./texts.ts";

/** A data row as metrics and completion functions see it. */
export interface ReadRow extends MetricRow {
  /** What is asked; undefined when the row has nothing to ask. */
  readonly prompt: Prompt | undefined;
  readonly tools: unknown;
}

/** What rows are read by. */
export interface RowRules {
  readonly args: MetricEvalArgs;
  readonly mapping: Mapping;
  readonly templates: RowTemplates;
}

/** Finds the fields of data rows: by the mapping, else by templates, else by their aliases. */
export class RowReader {
  readonly #rules: RowRules;

  constructor(rules: RowRules) {
    this.#rules = rules;
  }

  /**
   * @throws {DataError} when a value cannot be what it stands for
   * @throws {ConfigError} when two columns may be the same field, and differ
   */
  read(sources: MappingSources): ReadRow {
    const { row, where } = sources;
    const { templates, args } = this.#rules;
    const field = this.#fieldOf(sources);
    const history = field("history", historyMessages) ?? [];
    const input = templates.input?.(row, where);
    const asked = this.#query(field, input, sources);
    const parts = { messageKey: args.message_key, input, query: asked, history };
    const prompt = rowPrompt(row, where, parts);
    const tools = args.tool_definitions_key ? (row[args.tool_definitions_key] ?? null) : null;
    return {
      query: asked ?? (prompt === undefined ? undefined : lastUserText(toMessages(prompt))),
      references: this.#references(field, sources),
      contexts: field("contexts", passages),
      reference_contexts: field("reference_contexts", passages),
      extra_info: this.#extraInfo(row, where, { prompt, tools }),
      where,
      prompt,
      tools,
    };
  }

  /** The answer that stands in the row, mapped or, with `byAlias`, under one of its names. */
  response(
    sources: MappingSources,
    { byAlias }: { readonly byAlias: boolean },
  ): string | undefined {
    const mapped = this.#rules.mapping.get("response");
    if (mapped) {
      const value = mappedValue(mapped, sources);
      return value === undefined ? undefined : answerText(value);
    }
    const { row, where } = sources;
    return byAlias ? findField(row, "response", { read: answerText, where }) : undefined;
  }

  #fieldOf(sources: MappingSources): FieldReader {
    const { row, where } = sources;
    return (field, read) => {
      const mapped = this.#rules.mapping.get(field);
      if (!mapped) {
        return findField(row, field, {
          read: (value, column) => read(value, { column, where }),
          where,
        });
      }
      const value = mappedValue(mapped, sources);
      const column = mapped.source === "constant" ? `map.${field}` : mapped.column;
      return value === undefined ? undefined : read(value, { column, where });
    };
  }

  /** A conversation asks what its last user turn says, whatever other columns there are. */
  #query(
    field: FieldReader,
    input: string | undefined,
    { row, where }: MappingSources,
  ): string | undefined {
    const { args, mapping } = this.#rules;
    const { message_key: column } = args;
    if (column === undefined || mapping.has("query")) return field("query", questionText) ?? input;
    return questionText(row[column], { column, where });
  }

  #references(field: FieldReader, { row, where }: MappingSources): readonly string[] {
    const { args, mapping, templates } = this.#rules;
    if (mapping.has("reference")) return field("reference", answerTexts) ?? [];
    if (templates.referenceList) return templates.referenceList(row, where);
    if (templates.reference) return [templates.reference(row, where)];
    if (args.references_key !== undefined) return answerTexts(row[args.references_key]);
    return field("reference", answerTexts) ?? [];
  }

  /** Fields of the row, what templates made on top, then the conversation and the tools. */
  #extraInfo(row: Row, where: string, { prompt, tools }: Pick<ReadRow, "prompt" | "tools">): Row {
    const { args, templates } = this.#rules;
    const taken = new Set(
      args.message_key === undefined ? [] : [args.message_key, args.references_key],
    );
    const own = Object.entries(row).filter(([key]) => !taken.has(key));
    const made = [...templates.extraInfo].map(([key, template]) => [key, template(row, where)]);
    return {
      ...Object.fromEntries(own),
      ...Object.fromEntries(made),
      ...(prompt === undefined ? {} : { messages: toMessages(prompt) }),
      tools,
    };
  }
}

type FieldReader = <T>(
  field: FieldName,
  read: (value: unknown, place: Placed) => T,
) => T | undefined;
