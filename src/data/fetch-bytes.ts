import { STATUS_CODES } from "node:http";
import { ConfigError } from "../core/errors.ts";
import { envProxy } from "./env-proxy.ts";

/**
 * The bytes behind an address, by the proxies of the environment.
 *
 * @throws {ConfigError} when nobody answers, the answer is not 200, or it breaks off
 */
export async function* fetchBytes(url: URL, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  if (url.username || url.password) {
    throw new ConfigError(`the address of the data at ${url.host} holds a password`, {
      fix: "fetch the file yourself and name its path",
    });
  }
  const undici = await import("undici");
  const dispatcher = envProxy(undici);
  try {
    const headers = { "accept-encoding": "identity" };
    const response = await undici.fetch(url, { headers, dispatcher, signal: signal ?? null });
    if (response.status !== 200) throw refused(url, response.status);
    yield* response.body ?? [];
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof ConfigError ? error : unreachable(url, error);
  } finally {
    await dispatcher.destroy();
  }
}

function refused(url: URL, status: number): ConfigError {
  const answer = `${status} ${STATUS_CODES[status] ?? ""}`.trim();
  return new ConfigError(`the server answers ${answer}, not with the data`, {
    where: withoutQuery(url),
    fix: "check the address, and whether it asks for a login",
  });
}

function unreachable(url: URL, error: unknown): ConfigError {
  return new ConfigError(`the data cannot be fetched: ${reasonOf(error)}`, {
    where: withoutQuery(url),
    fix: "check the address and the network",
    cause: error,
  });
}

/** What went wrong below, where it is told. */
function reasonOf(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: string; message?: string } };
  return cause?.message || cause?.code || String(error);
}

/** A query may hold a signature that must not be shown. */
function withoutQuery(url: URL): string {
  return `${url.origin}${url.pathname}`;
}
