/**
 * Universal time as the spec line has it: `YYYY-MM-DD HH:MM:SS.ffffff`, the fraction left out when
 * it is zero.
 *
 * @param time whole milliseconds since 1970
 */
export function runTimestamp(time: number): string {
  const iso = new Date(time).toISOString();
  const [date, seconds, milliseconds] = [iso.slice(0, 10), iso.slice(11, 19), iso.slice(20, 23)];
  return milliseconds === "000" ? `${date} ${seconds}` : `${date} ${seconds}.${milliseconds}000`;
}

/** Universal time as events have it: that of the spec line with `+00:00` behind it. */
export function eventTimestamp(time: number): string {
  return `${runTimestamp(time)}+00:00`;
}

/** Milliseconds since 1970 of universal time in either form; NaN for anything else. */
export function parseTimestamp(text: string): number {
  return Date.parse(`${text.replace(" ", "T").replace(/\+00:00$/, "")}Z`);
}
