import type * as Undici from "undici";
import { ConfigError } from "../core/errors.ts";

/**
 * Opens connections by way of the proxies that `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` name.
 *
 * @param undici the library, which is imported where it is needed
 * @throws {ConfigError} when one of them is no address
 */
export function envProxy(
  { EnvHttpProxyAgent }: typeof Undici,
  options: Undici.EnvHttpProxyAgent.Options = {},
): Undici.EnvHttpProxyAgent {
  try {
    return new EnvHttpProxyAgent(options);
  } catch (cause) {
    throw new ConfigError("HTTP_PROXY or HTTPS_PROXY is not the address of a proxy", {
      fix: "write it like http://proxy.example:3128",
      cause,
    });
  }
}
