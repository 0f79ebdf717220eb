import type { JinjaNode, Nunjucks, Token } from "./nunjucks.ts";

/** Tags that reach for other files, or that Jinja does not have. */
const REFUSED = ["extends", "include", "import", "from", "block", "switch"];
const ASYNC = ["asyncEach", "asyncAll", "ifAsync"];

/**
 * Reads a template as Jinja2 does with `trim_blocks`: the line end after a tag or comment is left
 * out, all others are `\n`.
 *
 * @throws {Error} with `lineno` and `colno`, from 1, when it is no template
 */
export function parseJinja(nunjucks: Nunjucks, text: string): JinjaNode {
  const plain = withoutCommentEnds(text.replace(/\r\n?/g, "\n"));
  const tokens = nunjucks.lexer.lex(plain, { trimBlocks: true });
  return new (jinjaParser(nunjucks))(tokens).parseAsRoot();
}

/** The line end moves into the comment, so that lines are still counted right. */
function withoutCommentEnds(text: string): string {
  const pieces = text.split(
    /(\{%-?\s*(?:raw|verbatim)\s*-?%\}[\s\S]*?\{%-?\s*end(?:raw|verbatim)\s*-?%\})/,
  );
  return pieces
    .map((piece, index) => (index % 2 === 1 ? piece : piece.replace(COMMENT, "$1\n$2")))
    .join("");
}

const COMMENT = /(\{#(?:[^#]|#(?!\}))*?)(-?#\})\n/g;

/** nunjucks knows no slices, and does not tell `a.b` from `a["b"]`. */
function jinjaParser({ lexer, nodes, parser }: Nunjucks) {
  const Slice = nodes.Node.extend("Slice", { fields: ["start", "stop", "step"] });

  return class JinjaParser extends parser.Parser {
    override parseStatement(): JinjaNode | null {
      const tag = this.peekToken();
      if (tag && (REFUSED.includes(tag.value) || ASYNC.includes(tag.value))) {
        this.fail(
          `the tag "${tag.value}" is not available: a template stands alone`,
          tag.lineno,
          tag.colno,
        );
      }
      return super.parseStatement();
    }

    override parseFor(): JinjaNode {
      const loop = super.parseFor();
      const items = loop["arr"] as JinjaNode;
      if (items.typename !== "InlineIf" || items["else_"]) return loop;
      // "for x in list if …" was taken as a choice without "else".
      return Object.assign(loop, { arr: items["body"], condition: items["cond"] });
    }

    override parseInlineIf(): JinjaNode {
      const whole = super.parseInlineIf();
      let choice = whole;
      // "a if b else c if d": what comes after "else" may be a choice again.
      while (choice.typename === "InlineIf" && choice["else_"] && this.skipSymbol("if")) {
        const [condition, otherwise] = [this.parseOr(), this.skipSymbol("else") && this.parseOr()];
        const { lineno, colno, else_: body } = choice;
        const next = new nodes.InlineIf(lineno, colno, condition, body, otherwise || null);
        Object.assign(choice, { else_: next });
        choice = next;
      }
      return whole;
    }

    override parseSet(): JinjaNode {
      const set = super.parseSet();
      const targets = set["targets"] as JinjaNode[];
      if (targets.length === 1) return set;
      return this.fail('"set" takes one name here; write one for each', set.lineno, set.colno);
    }

    override parsePostfix(node: JinjaNode): JinjaNode {
      let whole = node;
      let next = this.#postfix(whole);
      while (next) {
        whole = next;
        next = this.#postfix(whole);
      }
      return whole;
    }

    #postfix(before: JinjaNode): JinjaNode | undefined {
      const token = this.peekToken();
      if (!token) return undefined;
      const { type, value, lineno, colno } = token;
      if (type === lexer.TOKEN_LEFT_PAREN) {
        return new nodes.FunCall(lineno, colno, before, this.parseSignature());
      }
      const isDot = type === lexer.TOKEN_OPERATOR && value === ".";
      if (!isDot && type !== lexer.TOKEN_LEFT_BRACKET) return undefined;
      this.nextToken();
      const key = isDot ? this.#attribute(token) : this.#subscript(token);
      return new nodes.LookupVal(lineno, colno, before, key);
    }

    #attribute({ lineno, colno }: Token): JinjaNode {
      const name = this.nextToken();
      if (name && (name.type === lexer.TOKEN_SYMBOL || name.type === lexer.TOKEN_INT)) {
        const value = name.type === lexer.TOKEN_INT ? Number(name.value) : name.value;
        return new nodes.Literal(name.lineno, name.colno, value);
      }
      return this.fail(`a name is missing after "."`, lineno, colno);
    }

    #subscript({ lineno, colno }: Token): JinjaNode {
      const bounds = this.#bounds();
      const [start, stop, step] = bounds;
      if (start && bounds.length === 1) return start;
      if (bounds.length > 1 && bounds.length <= 3) {
        return new Slice(lineno, colno, start, stop, step);
      }
      return this.fail("the index cannot be read", lineno, colno);
    }

    /** What stands between the colons; null where nothing does. */
    #bounds(): (JinjaNode | null)[] {
      const bounds: (JinjaNode | null)[] = [null];
      while (!this.skip(lexer.TOKEN_RIGHT_BRACKET)) {
        if (this.skip(lexer.TOKEN_COLON)) bounds.push(null);
        else bounds.splice(-1, 1, this.parseExpression());
      }
      return bounds;
    }
  };
}
