/** A command line as one would type it into a POSIX shell. */
export function quoteCommand(argv: readonly string[]): string {
  return argv.map(quote).join(" ");
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}
