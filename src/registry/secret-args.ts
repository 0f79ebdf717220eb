import type { Secrets } from "../core/secrets.ts";
import { isMapping, type Mapping } from "./describe-value.ts";

const SECRET_NAME = /api[-_]?key|secret|password|authorization|(^|[-_])token$/i;
/** `api_key_env`, or the map `header_env`. A plain `env` holds values. */
const NAMES_VARIABLES = /_env$|[a-z]Env$/;
/** `ACME_KEY`, or `Bearer {ACME_KEY}`. A key that somebody wrote in its place is none of them. */
const WITH_VARIABLE = /^[A-Za-z_]\w*$|\{\w+\}/;

/**
 * Puts every text that stands under a name such as `api_key` among the secrets, however deep.
 *
 * @param areVariables whether the args name variables, which are no secrets; their values are
 */
export function keepSecrets(args: unknown, secrets: Secrets, areVariables = false): void {
  if (!isMapping(args)) return;
  for (const [name, value] of Object.entries(args)) {
    const isVariable = areVariables || NAMES_VARIABLES.test(name);
    if (typeof value === "string" && SECRET_NAME.test(name)) {
      if (!(isVariable && WITH_VARIABLE.test(value))) secrets.add(value);
    }
    keepSecrets(value, secrets, isVariable);
  }
}

/** The args without all that stands under such a name, however deep. */
export function withoutSecrets(args: Mapping): Mapping {
  const shown = Object.entries(args).filter(([name]) => !SECRET_NAME.test(name));
  return Object.fromEntries(
    shown.map(([name, value]) => [name, isMapping(value) ? withoutSecrets(value) : value]),
  );
}
