/** The parts of nunjucks that its types leave out: parser, compiler and the code's runtime. */
export interface Nunjucks {
  readonly lexer: Lexer;
  readonly nodes: NodeClasses;
  readonly parser: { readonly Parser: new (tokens: unknown) => Parser };
  readonly compiler: { readonly Compiler: new (name: string, strict: boolean) => Compiler };
  readonly runtime: Readonly<Record<string, unknown>> & { readonly Frame: new () => Frame };
}

/** A node of a parsed template. */
export interface JinjaNode {
  readonly typename: string;
  readonly fields: readonly string[];
  /** From 0. */
  readonly lineno: number;
  readonly colno: number;
  readonly [field: string]: unknown;
}

/** A token of a template's code. */
export interface Token {
  readonly type: string;
  readonly value: string;
  readonly lineno: number;
  readonly colno: number;
}

/** Reads tokens into nodes; its methods call each other, so a subclass may replace one. */
export interface Parser {
  parseAsRoot(): JinjaNode;
  parsePostfix(node: JinjaNode): JinjaNode;
  parseExpression(): JinjaNode;
  parseSignature(): JinjaNode;
  parseFor(): JinjaNode;
  parseSet(): JinjaNode;
  parseInlineIf(): JinjaNode;
  parseOr(): JinjaNode;
  parseStatement(): JinjaNode | null;
  nextToken(): Token | null;
  peekToken(): Token | null;
  skip(type: string): boolean;
  skipSymbol(name: string): boolean;
  fail(message: string, line?: number, column?: number): never;
}

/** Writes JavaScript for nodes; there is a method for each type of node. */
export interface Compiler {
  compile(node: JinjaNode, frame?: Frame): void;
  getCode(): string;
  assertType(node: JinjaNode, ...types: unknown[]): void;
  compileFor(node: JinjaNode, frame: Frame): void;
  compileSet(node: JinjaNode, frame: Frame): void;
  _emit(code: string): void;
  _emitLine(code: string): void;
  _compileAggregate(node: unknown, frame: Frame, ...brackets: string[]): void;
  _withScopedSyntax(work: () => void): void;
  readonly buffer: string;
  /** The code so far, in pieces. */
  readonly codebuf: string[];
}

/** Variables of a scope, both while code is written and while it runs. */
export interface Frame {
  topLevel: boolean;
  lookup(name: string): unknown;
  set(name: string, value: unknown): void;
  push(): Frame;
}

interface Lexer {
  lex(text: string, options: { trimBlocks: boolean }): unknown;
  readonly TOKEN_LEFT_PAREN: string;
  readonly TOKEN_LEFT_BRACKET: string;
  readonly TOKEN_RIGHT_BRACKET: string;
  readonly TOKEN_OPERATOR: string;
  readonly TOKEN_COLON: string;
  readonly TOKEN_SYMBOL: string;
  readonly TOKEN_INT: string;
}

type NodeClass = new (line: number, column: number, ...fields: unknown[]) => JinjaNode;

interface NodeClasses {
  readonly Node: { extend(name: string, properties: object): NodeClass };
  readonly Literal: NodeClass;
  readonly LookupVal: NodeClass;
  readonly FunCall: NodeClass;
  readonly InlineIf: NodeClass;
}

/** Loads nunjucks; it is not needed by runs without templates. */
export async function loadNunjucks(): Promise<Nunjucks> {
  const { default: nunjucks } = await import("nunjucks");
  // Its types know the public half only.
  return nunjucks as unknown as Nunjucks;
}
