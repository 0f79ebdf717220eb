/**
 * Pieces of a text between which words end in every script. A segmenter is given these and not the
 * text, for each segment that it finds holds a copy of all that it was given.
 */
export function piecesOf(text: string): string[] {
  return text.split(BORDER);
}

/**
 * Runs of white space as a whole. Not before a mark, which may be one with what it follows, and
 * behind no comma of full width, which joins what stands around it as `,` joins digits.
 */
const BORDER =
  /(?:(?<![\t\n\r ])[\t\n\r ]+|(?<=[\u3001\u3002\uff01\uff1f]))(?![\t\n\r \p{M}\p{Cf}])/u;
