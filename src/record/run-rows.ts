import { DataError } from "../core/errors.ts";
import type { Event, EventDraft } from "../core/event.ts";
import type { RowSource } from "../core/row-source.ts";
import { indexLog } from "./log-index.ts";
import { readOutcomes } from "./log-outcomes.ts";
import { scoresIn } from "./metric-event.ts";
import { OutcomeReader } from "./outcome-reader.ts";
import type { Log } from "./read-log.ts";
import { type Fields, subjectAnswers } from "./subject-answers.ts";

/** What a run gave out, a row for each sample that succeeded. */
export interface RunRows extends RowSource<Fields> {
  readonly count: number;
  /** Samples that the run has begun, failed ones among them. */
  readonly samples: number;
  /** Gives the file back. */
  close(): Promise<void>;
}

/**
 * The outputs of a log as rows with a `line_number`, in the order of these: what a flow gave out, or
 * what was answered, compared and measured. They are read from the log again one by one.
 *
 * @param repeat which one of samples that ran several times
 * @throws {DataError} when the id of a sample does not end in a number
 */
export async function openRunRows(log: Log, repeat = 0): Promise<RunRows> {
  const heads = new Map<string, string>();
  const places: Place[] = [];
  let samples = 0;
  const index = await indexLog(log.path);
  for await (const outcome of readOutcomes(log, index)) {
    if ((outcome.repeat ?? 0) !== repeat) continue;
    samples += 1;
    const { head, number } = splitId(outcome.sampleId, log.path);
    if (!outputColumns(outcome.events)) continue;
    const shared = heads.get(head) ?? head; // one text for all samples
    heads.set(shared, shared);
    places.push({ head: shared, number, repeat: outcome.repeat });
  }
  places.sort((a, b) => a.number - b.number);
  const reader = await OutcomeReader.open(log.path, index);
  const read = async (place: number): Promise<Fields> => {
    const { head, number, repeat: which } = places[place] as Place; // it is below count
    const events = await reader.read(head + number, which);
    return { ...outputColumns(events), line_number: number };
  };
  return {
    count: places.length,
    samples,
    files: [],
    read,
    where: (place) => `${log.path}: ${places[place]?.head}${places[place]?.number}`,
    async *rows() {
      for (const place of places.keys()) yield await read(place);
    },
    close: () => reader.close(),
  };
}

/** What the events of a sample gave out, by name; undefined where it failed or gave nothing. */
export function outputColumns(events: readonly (Event | EventDraft)[]): Fields | undefined {
  if (events.some(({ type }) => type === "error")) return undefined;
  const flow = events.findLast(({ type }) => type === "flow_line")?.data;
  if (flow !== undefined) return flowColumns(events, Object(flow).outputs);
  const recorded = recordedColumns(events);
  const answers = answerColumns(events);
  if (!recorded && !answers) return undefined;
  const columns = { ...answers, ...recorded };
  return "sampled" in columns ? { output: columns["sampled"], ...columns } : columns;
}

/** The only output of a flow, under the name that every answer has. */
export function singleOutput(outputs: Fields): Fields {
  const values = Object.values(outputs);
  return values.length === 1 ? { output: values[0] } : {};
}

interface Place {
  /** The id up to the number. */
  readonly head: string;
  readonly number: number;
  readonly repeat: number | undefined;
}

function splitId(sampleId: string, path: string): { head: string; number: number } {
  const [, head, digits] = /^(.*\.)(\d+)$/s.exec(sampleId) ?? [];
  if (head !== undefined && digits !== undefined) return { head, number: Number(digits) };
  throw new DataError(`the id of the sample "${sampleId}" does not end in the number of its row`, {
    where: path,
    fix: "name a log whose samples are called base.split.NUMBER",
  });
}

function flowColumns(events: readonly EventDraft[], outputs: unknown): Fields | undefined {
  if (!isFields(outputs)) return undefined;
  const beside = { ...answerColumns(events), ...recordedColumns(events) };
  return { ...singleOutput(outputs), ...beside, ...outputs };
}

function answerColumns(events: readonly EventDraft[]): Fields | undefined {
  const last = subjectAnswers(events).at(-1);
  if (!last) return undefined;
  const samplings = events.flatMap(({ type, data }) => (type === "sampling" ? [data] : []));
  return { prompt: last["prompt"], sampled: single(last["sampled"]), samplings };
}

/** Later events win. */
function recordedColumns(events: readonly EventDraft[]): Fields | undefined {
  const found = events.flatMap(({ type, data }) => {
    if (!isFields(data)) return [];
    if (type === "match") return [matchColumns(data)];
    if (type === "metrics") return [scoresIn(data)];
    return type === "raw_sample" || type === "extra" ? [data] : [];
  });
  return found.length === 0 ? undefined : Object.assign({}, ...found);
}

function matchColumns(data: Fields): Fields {
  const { sampled, ...rest } = data;
  return sampled === undefined ? rest : { ...rest, sampled: single(sampled) };
}

/** A list of one as its element. */
function single(sampled: unknown): unknown {
  return Array.isArray(sampled) && sampled.length === 1 ? sampled[0] : sampled;
}

function isFields(data: unknown): data is Fields {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}
