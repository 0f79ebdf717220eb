import { type EventLog, metricValues } from "../../core/event-log.ts";
import { meanReport, proportionReport, type Report } from "../../core/report.ts";

/** How often each choice came, the mean score, and how far the judge can be trusted. */
export function modelGradedReport(log: EventLog): Report {
  const counts = new Map<string, number>();
  for (const { data } of log.metrics) {
    const key = `counts/${data["choice"]}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const scores = metricValues(log, "score");
  const invalid = log.metrics.map(({ data }) => data["invalid"] === true);
  return {
    ...Object.fromEntries(counts),
    ...(scores.length > 0 ? meanReport("score", scores) : {}),
    ...shareOf(log, "metascore"),
    ...proportionReport("invalid_rate", invalid),
    ...shareOf(log, "flipped", "flip_rate"),
  };
}

/** The share of true among the booleans of a field; nothing where no event has it. */
function shareOf(log: EventLog, field: string, key = field): Report {
  const flags = log.metrics
    .map(({ data }) => data[field])
    .filter((flag) => typeof flag === "boolean");
  return flags.length > 0 ? proportionReport(key, flags) : {};
}
