import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Jiti, JitiOptions } from "jiti";
import { ConfigError } from "../core/errors.ts";
import { importError } from "./import-error.ts";

/** The exports of a module. */
export type Exports = Readonly<Record<string, unknown>>;

/** This package by its name, so that a user's file and the program share one library. */
const SELF = "oaieval";

/**
 * Loads code that is not ours: TypeScript and JavaScript, of packages and of lone files. Imports
 * without an extension and the `paths` of the nearest tsconfig.json work, JSX does not.
 * `import … from "oaieval"` is the running library, even where none is installed.
 */
export class ModuleLoader {
  readonly #cwd: string;
  /** Two loads at once of a file that awaits at its top level would make two of each class. */
  readonly #modules = new Map<string, Promise<Exports>>();

  /** @param cwd where packages are looked for first */
  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /**
   * The exports of a file.
   *
   * @throws {ConfigError} when it throws, has a syntax error or imports what is not there
   */
  load(path: string): Promise<Exports> {
    const loading = this.#modules.get(path) ?? importFile(path);
    this.#modules.set(path, loading);
    return loading;
  }

  /**
   * The file of an installed package's module, looked for from the working directory and then from
   * a folder.
   *
   * @returns undefined when no such package is installed
   * @throws {ConfigError} when the package is there and does not offer this module
   */
  async find(module: string, folder: string): Promise<string | undefined> {
    const jiti = await jitiFor(join(this.#cwd, "index.js"));
    for (const from of [this.#cwd, folder]) {
      const path = locate(jiti, module, from);
      if (path !== undefined) return path;
    }
    return undefined;
  }

  /**
   * The exports of an installed package, looked for from the working directory and then beside this
   * program, as Node loads it.
   *
   * @returns undefined when it is not installed
   * @throws {ConfigError} when it cannot be loaded
   */
  async importPackage(name: string): Promise<Exports | undefined> {
    const path = await this.find(name, HERE);
    if (path === undefined) return undefined;
    try {
      return await import(pathToFileURL(path).href);
    } catch (error) {
      throw importError(error, path);
    }
  }
}

const HERE = fileURLToPath(new URL(".", import.meta.url));

async function importFile(path: string): Promise<Exports> {
  const jiti = await jitiFor(path);
  try {
    return await jiti.import<Exports>(pathToFileURL(path).href);
  } catch (error) {
    throw importError(error, path);
  }
}

async function jitiFor(path: string): Promise<Jiti> {
  const [{ createJiti }, library] = await Promise.all([import("jiti"), import(SELF)]);
  const options: JitiOptions = { interopDefault: false, virtualModules: { [SELF]: library } };
  // What is installed was not written for the tsconfig.json of the project around it.
  const isOwn = /\.[cm]?ts$/.test(path) && !/[\\/]node_modules[\\/]/.test(path);
  if (!isOwn) return createJiti(path, options);
  try {
    return createJiti(path, { ...options, tsconfigPaths: true });
  } catch (cause) {
    throw new ConfigError(`the tsconfig.json that applies to "${path}" cannot be read`, {
      fix: cause instanceof Error ? cause.message : String(cause),
      cause,
    });
  }
}

function locate(jiti: Jiti, module: string, folder: string): string | undefined {
  try {
    const url = jiti.esmResolve(module, pathToFileURL(join(folder, "index.js")).href);
    return url.startsWith("file:") ? fileURLToPath(url) : url;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException; // the resolver throws nothing else
    if (code !== "ERR_PACKAGE_PATH_NOT_EXPORTED") return undefined;
    throw new ConfigError(message, { fix: "name a module that the package exports", cause: error });
  }
}
