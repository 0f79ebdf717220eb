/** An element of XML. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** The text right in it, references resolved. */
  text: string;
}

const CHARACTERS = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
const TOKEN = /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)(\/?)>|([^<]+)|(<)/g;

/**
 * Reads a document of XML 1.0 that has elements, attributes, text and references by number, and
 * returns its root.
 *
 * @throws when it is not well-formed
 */
export function parseXml(document: string): XmlElement {
  const [, body = ""] = /^<\?xml version="1\.0" encoding="UTF-8"\?>(.*)$/s.exec(document) ?? [];
  if (!CHARACTERS.test(body)) throw new Error("Expected only characters that XML takes");
  const top: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [top];
  for (const token of body.matchAll(TOKEN)) take(token, open, open.at(-1) ?? top);
  const [root, ...others] = top.children;
  if (!root || others.length > 0 || open.length > 1) throw new Error("Expected one whole root");
  return root;
}

function take(
  [token, end, name, attributes = "", isEmpty, text]: RegExpExecArray,
  open: XmlElement[],
  parent: XmlElement,
): void {
  if (text !== undefined) {
    parent.text += resolved(text);
    return;
  }
  if (name === undefined) throw new Error(`Expected a tag, got ${token}`);
  if (end) {
    close(open, name);
    return;
  }
  const child = { name, attributes: attributesOf(attributes), children: [], text: "" };
  parent.children.push(child);
  if (!isEmpty) open.push(child);
}

function close(open: XmlElement[], name: string): void {
  if (open.length < 2 || open.pop()?.name !== name) throw new Error(`Expected no </${name}>`);
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => {
    return [name, resolved(value.replace(/[\t\n\r]/g, " "))] as const;
  });
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) {
    throw new Error(`Expected each attribute once, got${text}`);
  }
  return Object.fromEntries(pairs);
}

function resolved(text: string): string {
  return text.replace(/&(?:#(\d+);)?/g, (_, code?: string) => {
    if (code === undefined) throw new Error(`Expected no lone "&", got ${text}`);
    return String.fromCodePoint(Number(code));
  });
}
