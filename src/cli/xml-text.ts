/**
 * Text as the content of an element of XML 1.0. Characters that XML has no way to write, such as
 * most control characters and half surrogates, become the replacement character.
 */
export function xmlText(text: string): string {
  return text.replace(NOT_IN_XML, "\ufffd").replace(/[&<>"'\r]/g, asReference);
}

/** Text as the value of an attribute between double quotes; line ends and tabs stay what they are. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replace(/[\t\n]/g, asReference);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML does not take
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

function asReference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}
