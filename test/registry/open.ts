import { join } from "node:path";
import { Registry, type RegistryOptions } from "../../src/registry/registry.ts";
import { type Files, tempRegistry } from "../helpers/temp-registry.ts";

/** A registry in a temporary folder, and what it warned about. */
export interface OpenedRegistry {
  readonly registry: Registry;
  readonly root: string;
  readonly warnings: readonly string[];
  /** The absolute path of one of the files. */
  path(file: string): string;
}

/** Opens a registry of these files beside the bundled one, with the folder as working directory. */
export function openRegistry(files: Files, options: RegistryOptions = {}): OpenedRegistry {
  const root = tempRegistry({ "data/.keep": "", ...files });
  const warnings: string[] = [];
  const registry = new Registry({
    paths: [root],
    cwd: root,
    home: join(root, "no-home"),
    warn: (message) => warnings.push(message),
    ...options,
  });
  return { registry, root, warnings, path: (file) => join(root, file) };
}

/** The error that a call throws or a promise rejects with. */
export async function errorOf(
  call: () => unknown,
): Promise<Error & { where?: string; fix?: string }> {
  try {
    await call();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("Expected an error, and there was none");
}
