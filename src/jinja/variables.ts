import type { JinjaNode } from "./nunjucks.ts";
import { isGlobal } from "./runtime.ts";

/** The names that a template asks for and does not make itself. */
export function undeclaredNames(root: JinjaNode): ReadonlySet<string> {
  const found = new Set<string>();
  visit(root, new Set(), found);
  return found;
}

type Scope = Set<string>;

function visit(given: unknown, scope: Scope, found: Set<string>): void {
  if (Array.isArray(given)) {
    for (const item of given) visit(item, scope, found);
    return;
  }
  if (!isNode(given)) return;
  const special = SPECIAL[given.typename];
  if (special) special(given, scope, found);
  else for (const field of [...given.fields, "body"]) visit(given[field], scope, found);
}

type Visit = (node: JinjaNode, scope: Scope, found: Set<string>) => void;

const SPECIAL: Readonly<Record<string, Visit>> = {
  Symbol: ({ value }, scope, found) => {
    const name = String(value);
    if (!scope.has(name) && !isGlobal(name)) found.add(name);
  },
  Filter: ({ args }, scope, found) => visit(args, scope, found),
  Pair: ({ value }, scope, found) => visit(value, scope, found),
  Is: ({ left, right }, scope, found) => {
    visit(left, scope, found);
    if (isNode(right) && right.typename === "FunCall") visit(right["args"], scope, found);
  },
  For: ({ arr, name, condition, body, else_ }, scope, found) => {
    visit(arr, scope, found);
    visit([condition, body], new Set([...scope, "loop", ...namesOf(name)]), found);
    visit(else_, scope, found);
  },
  Set: ({ targets, value, body }, scope, found) => {
    visit(value, scope, found);
    visit(body, scope, found);
    for (const name of namesOf(targets)) scope.add(name);
  },
  Macro: visitMacro,
  Caller: visitMacro,
};

function visitMacro({ name, args, body }: JinjaNode, scope: Scope, found: Set<string>): void {
  for (const own of namesOf(name)) scope.add(own);
  visit(body, new Set([...scope, "caller", ...namesOf(args)]), found);
}

/** Names that stand for themselves: loop targets, parameters with and without a default. */
function namesOf(given: unknown): string[] {
  if (Array.isArray(given)) return given.flatMap(namesOf);
  if (!isNode(given)) return [];
  if (given.typename === "Symbol") return [String(given["value"])];
  return given.typename === "Pair" ? namesOf(given["key"]) : namesOf(given["children"]);
}

function isNode(value: unknown): value is JinjaNode {
  return typeof value === "object" && value !== null && "typename" in value && "fields" in value;
}
