import { switchFlags } from "./flags.ts";
import type { RegexNode } from "./nodes.ts";
import type { PatternParser } from "./parse-pattern.ts";
import { PatternFault } from "./pattern-fault.ts";
import { fixedWidth } from "./width.ts";

const UNCLOSED = "an opening parenthesis has no closing one";

/**
 * Reads what follows an opening parenthesis.
 *
 * @param isFirst whether flags of the whole pattern may stand here
 * @returns undefined for a comment and for flags of the whole pattern
 * @throws {PatternFault}
 */
export function parseGroup(parser: PatternParser, isFirst: boolean): RegexNode | undefined {
  const { reader } = parser;
  if (!reader.takeIf("?")) return captured(parser, undefined);
  if (reader.takeIf(":")) return plain(parser, false);
  if (reader.takeIf(">")) return plain(parser, true);
  if (reader.takeIf("P")) return named(parser);
  if (reader.takeIf("#")) return comment(parser);
  const look = parseLook(parser);
  if (look) return look;
  if (reader.peek() === "(") {
    throw new PatternFault("a conditional group (?(…)…) is not supported; write two patterns");
  }
  return flagged(parser, isFirst);
}

function captured(parser: PatternParser, name: string | undefined): RegexNode {
  const number = parser.groups.open(name);
  const body = bodyOf(parser);
  parser.groups.close(number);
  return { type: "group", number, isAtomic: false, body };
}

function plain(parser: PatternParser, isAtomic: boolean): RegexNode {
  return { type: "group", number: undefined, isAtomic, body: bodyOf(parser) };
}

function named(parser: PatternParser): RegexNode {
  const { reader, groups, flags } = parser;
  if (reader.takeIf("<")) return captured(parser, reader.takeUntil(">", "a name lacks its >"));
  if (!reader.takeIf("=")) throw new PatternFault(`(?P${reader.peek()} is unknown`);
  const name = reader.takeUntil(")", UNCLOSED);
  return { type: "reference", group: groups.byName(name), ignoreCase: flags.ignoreCase };
}

function comment({ reader }: PatternParser): undefined {
  reader.takeUntil(")", "a comment (?#… has no closing parenthesis");
}

function parseLook(parser: PatternParser): RegexNode | undefined {
  const { reader, groups } = parser;
  const opening = ["=", "!", "<=", "<!"].find((text) => reader.takeIf(text));
  if (!opening) return undefined;
  const isBehind = opening.startsWith("<");
  const isNegated = opening.endsWith("!");
  const body = bodyOf(parser);
  if (isBehind && fixedWidth(body) === undefined) {
    throw new PatternFault("a look-behind needs a pattern of fixed width");
  }
  if (isNegated) groups.doubt(body);
  return { type: "look", isBehind, isNegated, body };
}

function flagged(parser: PatternParser, isFirst: boolean): RegexNode | undefined {
  const { reader } = parser;
  const on = reader.takeWhile(/[a-zA-Z]/);
  const off = reader.takeIf("-") ? reader.takeWhile(/[a-zA-Z]/) : undefined;
  if (on === "" && !off) throw new PatternFault(`the group (?${reader.peek()} is unknown`);
  if (off === "") throw new PatternFault("a flag is missing after -");
  const flags = switchFlags(parser.flags, on, off ?? "");
  if (reader.takeIf(":")) return withFlags(parser, flags);
  if (off !== undefined) throw new PatternFault("a : is missing after flags that are turned off");
  if (!reader.takeIf(")")) throw new PatternFault(`the flag '${reader.peek()}' is unknown`);
  if (!isFirst) throw new PatternFault(`the flags (?${on}) do not stand at the start`);
  parser.flags = flags;
  return undefined;
}

function withFlags(parser: PatternParser, flags: PatternParser["flags"]): RegexNode {
  const before = parser.flags;
  parser.flags = flags;
  const group = plain(parser, false);
  parser.flags = before;
  return group;
}

function bodyOf(parser: PatternParser): RegexNode {
  const body = parser.alternatives();
  if (!parser.reader.takeIf(")")) throw new PatternFault(UNCLOSED);
  return body;
}
