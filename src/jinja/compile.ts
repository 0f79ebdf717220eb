import type { Compiler, Frame, JinjaNode, Nunjucks } from "./nunjucks.ts";

/** What a compiled template needs to run. */
export interface Run {
  readonly context: object;
  readonly frame: Frame;
  readonly runtime: object;
}

/**
 * Turns a parsed template into a function. All that Python and JavaScript do differently is a call
 * of the runtime, under the name of the operation.
 *
 * @throws {Error} when a node cannot be compiled
 */
export function compileJinja(nunjucks: Nunjucks, root: JinjaNode): (run: Run) => string {
  const compiler = new (jinjaCompiler(nunjucks))("template", false);
  compiler.compile(root);
  // The code is ours, made of a template, and templates are trusted as code is.
  const { root: fill } = new Function(compiler.getCode())() as { root: RootFunction };
  return ({ context, frame, runtime }) => {
    let text = "";
    fill({}, context, frame, runtime, (error: unknown, output: string) => {
      if (error) throw error;
      text = output;
    });
    return text;
  };
}

/** It takes environment, context, frame, runtime and a callback, which it calls at once. */
type RootFunction = (...given: unknown[]) => void;

const BINARY: Readonly<Record<string, string>> = {
  Add: "add",
  Concat: "concat",
  Sub: "subtract",
  Mul: "multiply",
  Div: "divide",
  FloorDiv: "floorDivide",
  Mod: "modulo",
  Pow: "power",
  In: "isIn",
};

function jinjaCompiler({ compiler }: Nunjucks): new (name: string, strict: boolean) => Compiler {
  class JinjaCompiler extends compiler.Compiler {
    override compile(node: JinjaNode, frame?: Frame): void {
      const operation = BINARY[node.typename];
      if (operation === undefined || !frame) super.compile(node, frame);
      else this.#call(operation, frame, [node["left"], node["right"]]);
    }

    override assertType(node: JinjaNode, ...types: unknown[]): void {
      if (node.typename !== "Slice" && node.typename !== "Items") super.assertType(node, ...types);
    }

    compileOutput(node: JinjaNode, frame: Frame): void {
      for (const child of node["children"] as JinjaNode[]) {
        this._emit(`lineno = ${child.lineno + 1}; colno = ${child.colno + 1};`);
        this._emit(`${this.buffer} += `);
        if (child.typename === "TemplateData") this.compile(child, frame);
        else this.#call("show", frame, [child]);
        this._emitLine(";");
      }
    }

    compileSymbol(node: JinjaNode, frame: Frame): void {
      const name = String(node["value"]);
      const local = frame.lookup(name);
      const place = `lineno = ${node.lineno + 1}, colno = ${node.colno + 1}`;
      if (local) this._emit(String(local));
      else this._emit(`(${place}, runtime.variable(context, frame, ${JSON.stringify(name)}))`);
    }

    compileSlice(node: JinjaNode, frame: Frame): void {
      this._emit("runtime.slice(");
      for (const field of ["start", "stop", "step"]) {
        const bound = node[field] as JinjaNode | null;
        if (bound) this.compile(bound, frame);
        else this._emit("null");
        this._emit(field === "step" ? ")" : ",");
      }
    }

    compileLookupVal(node: JinjaNode, frame: Frame): void {
      this.#call("member", frame, [node["target"], node["val"]]);
    }

    compileFunCall(node: JinjaNode, frame: Frame): void {
      const name = node["name"] as JinjaNode;
      const isMethod = name.typename === "LookupVal";
      const called = isMethod ? [name["target"], name["val"]] : [name];
      this._emit(`(lineno = ${node.lineno + 1}, colno = ${node.colno + 1}, `);
      this.#call(isMethod ? "callMethod" : "call", frame, [...called, node["args"]]);
      this._emit(")");
    }

    compileFilter(node: JinjaNode, frame: Frame): void {
      const name = String((node["name"] as JinjaNode)["value"]);
      this._emit(`(lineno = ${node.lineno + 1}, colno = ${node.colno + 1}, `);
      this._emit(`runtime.filter(${JSON.stringify(name)}, `);
      this._compileAggregate(node["args"], frame, "[", "]");
      this._emit("))");
    }

    compileIs(node: JinjaNode, frame: Frame): void {
      const right = node["right"] as JinjaNode;
      const isCall = right.typename === "FunCall";
      const name = isCall ? (right["name"] as JinjaNode)["value"] : right["value"];
      this._emit(`runtime.test(${JSON.stringify(String(name))}, `);
      this.compile(node["left"] as JinjaNode, frame);
      this._emit(", ");
      if (isCall) this._compileAggregate(right["args"], frame, "[", "]");
      else this._emit("[]");
      this._emit(")");
    }

    compileCompare(node: JinjaNode, frame: Frame): void {
      this._emit("runtime.compare(");
      this.compile(node["expr"] as JinjaNode, frame);
      for (const { type, expr } of node["ops"] as { type: string; expr: JinjaNode }[]) {
        this._emit(`, [${JSON.stringify(type)}, `);
        this.compile(expr, frame);
        this._emit("]");
      }
      this._emit(")");
    }

    compileNot(node: JinjaNode, frame: Frame): void {
      this._emit("!");
      this.#call("truth", frame, [node["target"]]);
    }

    compileNeg(node: JinjaNode, frame: Frame): void {
      this.#call("negate", frame, [node["target"]]);
    }

    compileAnd(node: JinjaNode, frame: Frame): void {
      this.#lazy("and", node, frame);
    }

    compileOr(node: JinjaNode, frame: Frame): void {
      this.#lazy("or", node, frame);
    }

    compileInlineIf(node: JinjaNode, frame: Frame): void {
      this._emit("(");
      this.#call("truth", frame, [node["cond"]]);
      this._emit(" ? ");
      this.compile(node["body"] as JinjaNode, frame);
      this._emit(" : ");
      if (node["else_"]) this.compile(node["else_"] as JinjaNode, frame);
      else this._emit('""');
      this._emit(")");
    }

    compileIf(node: JinjaNode, frame: Frame): void {
      this._emit("if(");
      this.#call("truth", frame, [node["cond"]]);
      this.#branch(node["body"], frame, ") {");
      if (node["else_"]) this.#branch(node["else_"], frame, "} else {");
      this._emitLine("}");
    }

    compileGroup(node: JinjaNode, frame: Frame): void {
      const isTuple = (node["children"] as unknown[]).length > 1;
      this._compileAggregate(node, frame, ...(isTuple ? "[]" : "()"));
    }

    override compileFor(node: JinjaNode, frame: Frame): void {
      // A node of a kind of its own; every other field is that of the loop.
      const items = { typename: "Items", fields: [], loop: node };
      const start = this.codebuf.length;
      super.compileFor(Object.assign(Object.create(node), { arr: items }) as JinjaNode, frame);
      // What is set within a loop does not leave it.
      this.codebuf[start] = "frame = frame.push(true);\n";
    }

    override compileSet(node: JinjaNode, frame: Frame): void {
      const [target] = node["targets"] as JinjaNode[];
      if (target?.typename !== "LookupVal") {
        super.compileSet(node, frame);
        return;
      }
      const value = node["value"] ?? node["body"];
      this.#call("assign", frame, [target["target"], target["val"], value]);
      this._emitLine(";");
    }

    compileItems({ loop }: JinjaNode, frame: Frame): void {
      const { arr, name, condition } = loop as JinjaNode;
      const { typename, children } = name as JinjaNode;
      const targets = (typename === "Array" ? children : [name]) as { value: string }[];
      this._emit(`runtime.iterate(${targets.length}, `);
      this.compile(arr as JinjaNode, frame);
      if (condition) {
        const inner = frame.push();
        for (const { value } of targets) inner.set(value, `c_${value}`);
        this._emit(`, ([${targets.map(({ value }) => `c_${value}`)}]) => `);
        this.#call("truth", inner, [condition]);
      }
      this._emit(")");
    }

    /** Operands that are lists of arguments become arrays. */
    #call(operation: string, frame: Frame, operands: readonly unknown[]): void {
      this._emit(`runtime.${operation}(`);
      operands.forEach((given, index) => {
        const operand = given as JinjaNode;
        if (index > 0) this._emit(", ");
        if (operand.typename === "NodeList") this._compileAggregate(operand, frame, "[", "]");
        else this.compile(operand, frame);
      });
      this._emit(")");
    }

    #lazy(operation: string, node: JinjaNode, frame: Frame): void {
      this._emit(`runtime.${operation}(`);
      this.compile(node["left"] as JinjaNode, frame);
      this._emit(", () => ");
      this.compile(node["right"] as JinjaNode, frame);
      this._emit(")");
    }

    #branch(body: unknown, frame: Frame, opening: string): void {
      this._emitLine(opening);
      this._withScopedSyntax(() => this.compile(body as JinjaNode, frame));
    }
  }
  return JinjaCompiler;
}
