import type { ArgFiles } from "../core/arg-files.ts";
import { ConfigError } from "../core/errors.ts";
import { candidatePaths, firstThere } from "../data/find-data.ts";
import type { ModuleLoader } from "./module-loader.ts";
import { BUNDLED_ROOT } from "./roots.ts";

/** Where the files of an entry's args are. */
export interface ArgPlaces {
  /** The working directory, absolute. */
  readonly cwd: string;
  /** The root of the entry's registry. */
  readonly root: string;
  readonly loader: ModuleLoader;
}

/** Finds the files that the args of an entry name, and loads code. */
export function argFiles({ cwd, root, loader }: ArgPlaces): ArgFiles {
  return {
    findFile(reference) {
      const paths = candidatePaths(reference, { cwd, folders: [root, BUNDLED_ROOT] });
      const found = firstThere(paths);
      if (found) return found.path;
      throw new ConfigError(`there is no file "${reference}"`, {
        where: paths.join(", "),
        fix: "name it from the working directory, or from the root of the registry",
      });
    },
    loadModule: (path) => loader.load(path),
  };
}
