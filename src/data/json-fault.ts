/** What is wrong with a text that should be JSON. */
export interface JsonFault {
  /** Index into the text. */
  readonly at: number;
  readonly problem: string;
  readonly fix: string;
}

/** Finds where and why a text is not one JSON value; undefined when it is one. */
export function findJsonFault(text: string): JsonFault | undefined {
  return new Scanner(text).scan();
}

const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[+-]?[A-Za-z_$][\w$]*/y;
const SPACE_CODE = 0x20;
const QUOTE_CODE = 0x22;
const BACKSLASH_CODE = 0x5c;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

const LITERALS = new Set(["true", "false", "null"]);

/** Words that other languages write, and what JSON writes. */
const FOREIGN: Readonly<Record<string, string>> = {
  NaN: "null",
  Infinity: "null",
  "-Infinity": "null",
  "+Infinity": "null",
  "-NaN": "null",
  None: "null",
  nan: "null",
  undefined: "null",
  True: "true",
  False: "false",
};

const SEPARATE_LINES = "write each row on a line of its own";
const SPLIT = `${SEPARATE_LINES}: break this one there, or split all: jq -c . FILE > NEW_FILE`;
const QUOTE = 'strings and keys stand in double quotes: "…"';

/** Reads one JSON value, without recursion, and stops at the first fault. */
class Scanner {
  readonly #text: string;
  #at = 0;
  /** The brackets that are open. */
  readonly #open: string[] = [];
  #expected: "value" | "key" | "separator" = "value";

  constructor(text: string) {
    this.#text = text;
  }

  scan(): JsonFault | undefined {
    let fault: JsonFault | undefined;
    while (!fault && !this.#isWhole()) fault = this.#step();
    return fault ?? this.#end();
  }

  #isWhole(): boolean {
    return this.#expected === "separator" && this.#open.length === 0;
  }

  #step(): JsonFault | undefined {
    if (this.#expected === "value") return this.#value();
    return this.#expected === "key" ? this.#key() : this.#separator();
  }

  #value(): JsonFault | undefined {
    const next = this.#next();
    if (next === "{" || next === "[") return this.#enter(next);
    this.#expected = "separator";
    if (next === '"') return this.#string();
    return this.#take(NUMBER) ? this.#endOfNumber() : this.#word();
  }

  #enter(bracket: "{" | "["): undefined {
    this.#at++;
    this.#open.push(bracket);
    if (this.#next() === closingOf(bracket)) this.#expected = "separator";
    else this.#expected = bracket === "{" ? "key" : "value";
  }

  #key(): JsonFault | undefined {
    if (this.#next() !== '"') return this.#unexpected("a key", QUOTE);
    const fault = this.#string();
    if (fault) return fault;
    if (this.#next() !== ":") return this.#unexpected('":" after the key', 'write "key": value');
    this.#at++;
    this.#expected = "value";
    return undefined;
  }

  /** What follows a value inside a list or object. */
  #separator(): JsonFault | undefined {
    const bracket = this.#open.at(-1);
    const closing = closingOf(bracket);
    const next = this.#next();
    if (next === closing) {
      this.#at++;
      this.#open.pop();
      return undefined;
    }
    if (next !== ",") {
      return this.#unexpected(`"," or "${closing}"`, "put a comma between the values");
    }
    const comma = this.#at++;
    this.#expected = bracket === "{" ? "key" : "value";
    if (this.#next() !== closing) return undefined;
    return { at: comma, problem: `a comma stands before "${closing}"`, fix: "take it out" };
  }

  #string(): JsonFault | undefined {
    const start = this.#at++;
    for (;;) {
      this.#skipPlain();
      const next = this.#text[this.#at];
      if (next === '"') {
        this.#at++;
        return undefined;
      }
      if (next === undefined) return this.#cut("a string", start);
      if (next !== "\\") return this.#rawControl(next);
      if (!this.#take(ESCAPE)) return this.#badEscape();
    }
  }

  /** Steps over characters that a string may hold as they are. */
  #skipPlain(): void {
    let code = this.#text.charCodeAt(this.#at);
    while (code >= SPACE_CODE && code !== QUOTE_CODE && code !== BACKSLASH_CODE) {
      code = this.#text.charCodeAt(++this.#at);
    }
  }

  #rawControl(character: string): JsonFault {
    const code = JSON.stringify(character).slice(1, -1);
    return {
      at: this.#at,
      problem: "a control character stands in a string as it is",
      fix: `write ${code.startsWith("\\") ? code : "it as \\u00XX"}`,
    };
  }

  #badEscape(): JsonFault {
    const pair = this.#text.slice(this.#at, this.#at + 2);
    return {
      at: this.#at,
      problem: `"${pair}" is no escape of JSON`,
      fix: "write a backslash as two: \\\\",
    };
  }

  #endOfNumber(): JsonFault | undefined {
    if (!/[\w.+]/.test(this.#text[this.#at] ?? "")) return undefined;
    return this.#unexpected(
      "the end of the number",
      "numbers are written like 12, -0.5 or 1e6; anything else in quotes",
    );
  }

  #word(): JsonFault | undefined {
    const at = this.#at;
    const word = this.#take(WORD);
    if (LITERALS.has(word)) return undefined;
    this.#at = at;
    const right = Object.hasOwn(FOREIGN, word) ? FOREIGN[word] : undefined;
    if (right) return { at, problem: `JSON has no ${word}`, fix: `write ${right}` };
    if (at === 0 && this.#text.startsWith("<")) {
      return {
        at,
        problem: "this is HTML or XML, not JSON",
        fix: "check where the file came from",
      };
    }
    return this.#unexpected("a value", QUOTE);
  }

  #end(): JsonFault | undefined {
    const next = this.#next();
    if (next === undefined) return undefined;
    const at = this.#at;
    if (next === "{") return { at, problem: "a second object follows on the line", fix: SPLIT };
    if (/[["]/.test(next)) return { at, problem: "a second value follows", fix: SEPARATE_LINES };
    if (next !== ",") return this.#unexpected("the end of the row", SEPARATE_LINES);
    return { at, problem: "a comma follows the row", fix: "rows stand on lines, without commas" };
  }

  #unexpected(expected: string, fix: string): JsonFault {
    const found = this.#text.codePointAt(this.#at);
    if (found === undefined) return this.#cut(this.#inside(), this.#at);
    const shown = JSON.stringify(String.fromCodePoint(found));
    return { at: this.#at, problem: `expected ${expected}, found ${shown}`, fix };
  }

  #cut(inside: string, at: number): JsonFault {
    return {
      at,
      problem: `the text ends inside ${inside}`,
      fix: "a row stands whole on one line; if it does, the file was cut off",
    };
  }

  #inside(): string {
    const bracket = this.#open.at(-1);
    if (!bracket) return "a value";
    return bracket === "{" ? "an object" : "a list";
  }

  /** The next character that is not white space. */
  #next(): string | undefined {
    this.#take(SPACE);
    return this.#text[this.#at];
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [taken = ""] = pattern.exec(this.#text) ?? [];
    this.#at += taken.length;
    return taken;
  }
}

function closingOf(bracket: string | undefined): string {
  return bracket === "{" ? "}" : "]";
}
