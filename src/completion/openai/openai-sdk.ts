import type { ClientOptions, OpenAI } from "openai";
import type { AzureClientOptions } from "openai/azure";
import { errorFields } from "./openai-error-body.ts";
import { openTransport } from "./transport.ts";

type StatusError = [status: number, body: object, message: string | undefined, headers: Headers];

/** A client of the SDK for OpenAI or whoever speaks its protocol. */
export async function connectOpenAI(options: ClientOptions): Promise<OpenAI> {
  const [{ OpenAI }, fetch] = await Promise.all([import("openai"), openTransport()]);

  class Client extends OpenAI {
    protected override makeStatusError(...error: StatusError) {
      return super.makeStatusError(...withReason(error));
    }
  }
  return new Client({ ...options, ...OWN_OPTIONS, fetch });
}

/** A client of the SDK for Azure. */
export async function connectAzure(options: AzureClientOptions): Promise<OpenAI> {
  const [{ AzureOpenAI }, fetch] = await Promise.all([import("openai"), openTransport()]);

  class Client extends AzureOpenAI {
    protected override makeStatusError(...error: StatusError) {
      return super.makeStatusError(...withReason(error));
    }
  }
  return new Client({ ...options, ...OWN_OPTIONS, fetch });
}

/** Retries are ours, which see every failure; what the SDK would print comes as an error as well. */
const OWN_OPTIONS = { maxRetries: 0, logLevel: "off" } as const;

/** The SDK looks for a refusal's reason under `error` only; not all servers put it there. */
function withReason([status, body, ...rest]: StatusError): StatusError {
  return [status, { error: errorFields(body) }, ...rest];
}
