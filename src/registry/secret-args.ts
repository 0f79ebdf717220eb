import type { Secrets } from "../core/secrets.ts";
import { isMapping } from "./describe-value.ts";

const SECRET_NAME = /api[-_]?key|secret|password|authorization|(^|[-_])token$/i;

/** Puts every text that stands under a name such as `api_key` among the secrets, however deep. */
export function keepSecrets(args: unknown, secrets: Secrets): void {
  if (!isMapping(args)) return;
  for (const [name, value] of Object.entries(args)) {
    if (typeof value === "string" && SECRET_NAME.test(name)) secrets.add(value);
    keepSecrets(value, secrets);
  }
}
