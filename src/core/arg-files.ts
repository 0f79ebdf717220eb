/** Files that the args of an entry name, and the code in them. */
export interface ArgFiles {
  /**
   * Absolute path of a file or folder: from the working directory, else from the root of the entry's
   * registry.
   *
   * @throws {ConfigError} when it is in neither place
   */
  findFile(reference: string): string;
  /**
   * The exports of a file of code.
   *
   * @throws {ConfigError} when it cannot be loaded
   */
  loadModule(path: string): Promise<Readonly<Record<string, unknown>>>;
}
