/** How data is opened, whatever it is. */
export interface Opening {
  /** Folder for the rows of files that are not plain JSON Lines. */
  readonly cache: string;
  /** Ends the reading; what is opened throws its reason. */
  readonly signal?: AbortSignal | undefined;
}
