import {
  type EventLog,
  invalidity,
  metricObservations,
  type Observation,
} from "../../core/event-log.ts";
import { meanReport, proportionReport, type Report } from "../../core/report.ts";

/** How often each choice came, the mean score, and how far the judge can be trusted. */
export function modelGradedReport(log: EventLog): Report {
  const counts = new Map<string, number>();
  for (const { data } of log.metrics) {
    const key = `counts/${data["choice"]}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const invalid = log.metrics.map((record): Observation => {
    return { value: invalidity(record), cluster: record.cluster };
  });
  const scores = metricObservations(log, "score");
  return {
    ...Object.fromEntries(counts),
    ...(scores.length > 0 ? meanReport("score", scores) : {}),
    ...shareOf(log, "metascore"),
    ...proportionReport("invalid_rate", invalid),
    ...shareOf(log, "flipped", "flip_rate"),
  };
}

/** The share of true in a field; nothing where no event has it. */
function shareOf(log: EventLog, field: string, key = field): Report {
  const flags = metricObservations(log, field);
  return flags.length > 0 ? proportionReport(key, flags) : {};
}
