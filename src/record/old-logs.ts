import type { Report } from "../core/report.ts";
import type { RunSpec } from "../core/spec.ts";

/** Of openai/evals until mid-2023, such as `counts/choice/A` and `score/choice`. */
const OLD_KEY = /^counts\/choice\/(?=.)|^(score|metascore)\/choice$/;

/** A report with the keys of today, whatever its age. */
export function currentReport(report: object): Report {
  const entries = Object.entries(report).map(([key, value]) => [currentKey(key), value]);
  return Object.fromEntries(entries);
}

function currentKey(key: string): string {
  return key.replace(OLD_KEY, (_, name: string | undefined) => name ?? "counts/");
}

/** A spec with all its fields; those that its writer did not know are empty. */
export function currentSpec(spec: object): RunSpec {
  const { run_config, ...fields } = spec as Partial<RunSpec>; // a field that is there is right
  const { completion_fns = run_config?.completion_fns ?? [] } = fields;
  return {
    eval_name: "",
    base_eval: "",
    split: "",
    created_by: "",
    run_id: "",
    created_at: "",
    ...fields,
    completion_fns,
    run_config: {
      completion_fns,
      eval_spec: { key: "", group: "", registry_path: "", cls: "", args: {} },
      seed: 0,
      max_samples: null,
      command: "",
      initial_settings: { visible: true },
      data: [],
      ...run_config,
    },
  };
}
