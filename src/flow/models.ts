import { didYouMean } from "../core/closest.ts";
import type { CompletionFn, EmbeddingFn } from "../core/completion.ts";
import { ConfigError } from "../core/errors.ts";
import type { FlowServices } from "./services.ts";

/** How a node names whom it asks. */
export interface ModelNames {
  /** A name of the registry, or of the model that a connection leads to. */
  readonly model?: string | undefined;
  readonly connection?: string | undefined;
  /** Where the node stands, for messages. */
  readonly where: string;
}

/** Whom the nodes of a flow ask; each is made once. */
export class Models {
  readonly #services: FlowServices;
  readonly #functions = new Map<string, Promise<CompletionFn>>();

  constructor(services: FlowServices) {
    this.#services = services;
  }

  /**
   * The completion function that a node names, or else the judge of the run.
   *
   * @throws {ConfigError} when it names none, or one that there is not
   */
  completionFn(names: ModelNames): Promise<CompletionFn> {
    const key = JSON.stringify([names.model, names.connection]);
    const making = this.#functions.get(key) ?? this.#make(names);
    this.#functions.set(key, making);
    return making;
  }

  /**
   * The model that a node embeds texts with: the one that it names, or else that of the run.
   *
   * @throws {ConfigError} when there is none
   */
  async embeddingFn(names: ModelNames): Promise<EmbeddingFn> {
    const { registry, metricTools } = this.#services;
    if (names.model !== undefined) {
      const given = names.connection === undefined ? {} : this.#connection(names);
      return registry.embeddingFn(names.model, typeof given === "string" ? {} : given);
    }
    if (metricTools.embedding) return metricTools.embedding;
    throw new ConfigError("nobody was named who turns texts into vectors", {
      where: names.where,
      fix: "set model: on the node, or give the run an embedding model",
    });
  }

  async #make(names: ModelNames): Promise<CompletionFn> {
    const fn = await this.#named(names);
    await fn.prepare?.();
    return fn;
  }

  #named({ model, connection, where }: ModelNames): Promise<CompletionFn> {
    const { registry } = this.#services;
    if (connection === undefined) return this.#withoutConnection(model, where);
    const given = this.#connection({ connection, where });
    if (typeof given === "string") return registry.completionFn(given);
    if (typeof given["class"] === "string") {
      const { class: cls, args } = given;
      return registry.completionFn({ class: cls, args: args as Record<string, unknown> }); // YAML
    }
    if (model !== undefined) return registry.completionFn(model, given);
    throw new ConfigError(`the node names no model of the connection "${connection}"`, {
      where,
      fix: "set deployment_name or model among its inputs",
    });
  }

  /** Who judges answers nodes that leave their model open, as published flows do. */
  async #withoutConnection(model: string | undefined, where: string): Promise<CompletionFn> {
    const { registry, metricTools } = this.#services;
    if (model !== undefined) return registry.completionFn(model);
    if (metricTools.judge) return metricTools.judge;
    throw new ConfigError("the node names no model, and the run no judge", {
      where,
      fix: "set model: on the node to a completion function of the registry, or add --judge NAME",
    });
  }

  #connection({ connection = "", where }: ModelNames): string | Readonly<Record<string, unknown>> {
    const { connections = {} } = this.#services;
    const given = Object.hasOwn(connections, connection) ? connections[connection] : undefined;
    if (given !== undefined) return given;
    throw new ConfigError(`there is no connection "${connection}"`, {
      where,
      fix:
        didYouMean(connection, Object.keys(connections)) ??
        `add connections: {${connection}: COMPLETION_FN}, or set model: on the node`,
    });
  }
}
