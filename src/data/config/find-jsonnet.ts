/** Something that Jsonnet computes. */
export interface JsonnetConstruct {
  /** Index into the text. */
  readonly at: number;
  /** As it is written there. */
  readonly source: string;
}

/** A word that is neither a key nor a literal, or a sign that no literal has. */
const COMPUTED =
  /(?<![\w$.])(?!(?:true|false|null)\b)[A-Za-z_$][\w$]*(?![\w$])(?!\s*\+?:)|\|\|\||\+:|::|\](?=\s*:)|@(?=["'])|(?<=["'\w)\]}]\s*)(?<!\d[eE])\+|[;=(]/;

/**
 * The first construct of Jsonnet that is no literal: `local`, `function`, `import`, `std`, `+:`,
 * joined texts, text blocks, comprehensions and the like.
 *
 * @param code the text without comments and what strings hold
 */
export function findJsonnet(code: string): JsonnetConstruct | undefined {
  const found = COMPUTED.exec(code);
  return found ? { at: found.index, source: found[0] } : undefined;
}
