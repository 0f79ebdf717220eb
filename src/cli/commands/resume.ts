import { findLog } from "../../record/find-log.ts";
import { resumeRun } from "../../run/resume-run.ts";
import type { Io } from "../io.ts";
import { type ReportFlags, report } from "./run.ts";

/** `oaieval resume LOG`: judges what is missing or failed, in the same log. */
export async function resume(path: string, flags: ReportFlags, io: Io): Promise<number> {
  const log = await findLog(path, io);
  return report({ ...flags, localRun: true }, io, (settings) => resumeRun({ ...settings, log }));
}
