import type { ClientOptions, OpenAI } from "openai";
import type { AzureClientOptions } from "openai/azure";
import { DirectPosts } from "./direct-posts.ts";
import { errorFields } from "./openai-error-body.ts";
import { fetchOver } from "./transport.ts";
import { openWire } from "./wire.ts";

/** Ways to ask one endpoint, over the same connections. */
export interface Connection {
  /** The SDK's client. */
  readonly client: OpenAI;
  /** For answers that come whole. */
  readonly direct: DirectPosts;
}

/** Connects to OpenAI or whoever speaks its protocol. */
export async function connectOpenAI(options: ClientOptions): Promise<Connection> {
  const { OpenAI } = await import("openai");

  class Client extends OpenAI {
    protected override makeStatusError(...error: StatusError) {
      return super.makeStatusError(...withReason(error));
    }
  }
  return connect((own) => new Client({ ...options, ...own }));
}

/** Connects to Azure. */
export async function connectAzure(options: AzureClientOptions): Promise<Connection> {
  const { AzureOpenAI } = await import("openai");

  class Client extends AzureOpenAI {
    protected override makeStatusError(...error: StatusError) {
      return super.makeStatusError(...withReason(error));
    }
  }
  return connect((own) => new Client({ ...options, ...own }));
}

type StatusError = [status: number, body: object, message: string | undefined, headers: Headers];

/** The SDK looks for a refusal's reason under `error` only; not all servers put it there. */
function withReason([status, body, ...rest]: StatusError): StatusError {
  return [status, { error: errorFields(body) }, ...rest];
}

async function connect(clientWith: (own: OwnOptions) => OpenAI): Promise<Connection> {
  const wire = await openWire();
  return {
    client: clientWith({ ...OWN_OPTIONS, fetch: fetchOver(wire) }),
    direct: new DirectPosts(wire, async (fetch, path, body) =>
      clientWith({ ...OWN_OPTIONS, fetch }).post(path, { body }),
    ),
  };
}

type OwnOptions = Pick<ClientOptions, "maxRetries" | "logLevel" | "fetch">;

/** Retries are ours, which see every failure; what the SDK would print comes as an error as well. */
const OWN_OPTIONS = { maxRetries: 0, logLevel: "off" } as const;
