import { pythonRepr } from "../core/python-repr.ts";
import { pythonRound } from "../core/python-round.ts";
import { elementOf, methodOf, Slice } from "./members.ts";
import { percentFormat } from "./percent-format.ts";
import { testOf } from "./tests.ts";
import { Undefined } from "./undefined.ts";
import {
  asText,
  isEqual,
  isMapping,
  isTruthy,
  itemsOf,
  type Keywords,
  lengthOf,
  order,
  plain,
} from "./values.ts";

/** What a filter is given beside the value. */
export interface FilterArgs {
  readonly list: readonly unknown[];
  readonly named: Keywords;
}

type Filter = (value: unknown, args: FilterArgs) => unknown;

/** The filter of a name. */
export function filterOf(name: string): Filter | undefined {
  return FILTERS.get(name);
}

/** Names of all filters. */
export function filterNames(): Iterable<string> {
  return FILTERS.keys();
}

/** An argument by its name or place. */
function arg(args: FilterArgs, index: number, name: string): unknown {
  return Object.hasOwn(args.named, name) ? args.named[name] : args.list[index];
}

function byMethod(name: string): Filter {
  return (value, { list }) => methodOf(asText(value), name)?.(...list);
}

/** A key, or keys with dots between them, of each element; without one the element itself. */
function getter(path: unknown): (item: unknown) => unknown {
  if (path === undefined || path === null) return (item) => item;
  const keys = typeof path === "number" ? [path] : String(path).split(".");
  return (item) =>
    keys.reduce<unknown>(
      (at, key) => elementOf(at, typeof key === "string" && /^\d+$/.test(key) ? Number(key) : key),
      item,
    );
}

function pick(wanted: boolean, withAttribute: boolean): Filter {
  return (value, { list }) => {
    const get = getter(withAttribute ? list[0] : undefined);
    const [name, ...rest] = withAttribute ? list.slice(1) : list;
    const passes = (item: unknown) =>
      name === undefined ? isTruthy(get(item)) : testOf(String(name), get(item), rest);
    return itemsOf(value).filter((item) => passes(item) === wanted);
  };
}

function map(value: unknown, args: FilterArgs): unknown {
  const { named, list } = args;
  if (Object.hasOwn(named, "attribute")) return itemsOf(value).map(getter(named["attribute"]));
  const [name, ...rest] = list;
  const filter = filterOf(String(name));
  if (!filter) throw new Error(`there is no filter "${String(name)}"`);
  return itemsOf(value).map((item) => filter(item, { list: rest, named: {} }));
}

function sorted(value: unknown, args: FilterArgs): unknown[] {
  const get = getter(arg(args, 2, "attribute"));
  const isExact = isTruthy(arg(args, 1, "case_sensitive"));
  const key = (item: unknown) => {
    const found = plain(get(item));
    return typeof found === "string" && !isExact ? found.toLowerCase() : found;
  };
  const items = itemsOf(value).toSorted((a, b) => order(key(a), key(b)));
  return isTruthy(arg(args, 0, "reverse")) ? items.toReversed() : items;
}

function toNumber(value: unknown, fallback: unknown, isWhole: boolean): unknown {
  const number =
    typeof value === "string" && value.trim() === "" ? Number.NaN : Number(plain(value));
  if (Number.isNaN(number)) return fallback;
  return isWhole ? Math.trunc(number) : number;
}

/** As Python's `json.dumps`, with the signs of HTML escaped, as Jinja2 does. */
function toJson(value: unknown, indent: unknown): string {
  const spaces = typeof indent === "number" ? indent : 0;
  const text = writeJson(value, { spaces, depth: 0 });
  return text.replace(/[<>&']/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
}

function writeJson(value: unknown, at: { spaces: number; depth: number }): string {
  if (value instanceof Undefined) throw new Error(`"${value.name}" has no value`);
  const isList = Array.isArray(value);
  if (!isList && !isMapping(value)) return writeScalar(plain(value));
  const inner = { ...at, depth: at.depth + 1 };
  const parts = isList
    ? value.map((item) => writeJson(item, inner))
    : Object.keys(value)
        .toSorted()
        .map((key) => `${writeScalar(key)}: ${writeJson(value[key], inner)}`);
  const [open, close] = isList ? "[]" : "{}";
  if (parts.length === 0) return `${open}${close}`;
  if (at.spaces === 0) return `${open}${parts.join(", ")}${close}`;
  const line = (depth: number) => `\n${" ".repeat(at.spaces * depth)}`;
  return `${open}${line(inner.depth)}${parts.join(`,${line(inner.depth)}`)}${line(at.depth)}${close}`;
}

function writeScalar(value: unknown): string {
  if (typeof value === "number")
    return Number.isFinite(value) ? pythonRepr(value) : nonFinite(value);
  const text = JSON.stringify(value) ?? "null";
  return text.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function nonFinite(value: number): string {
  return Number.isNaN(value) ? "NaN" : pythonRepr(value).replace("inf", "Infinity");
}

function truncate(value: unknown, args: FilterArgs): string {
  const characters = [...asText(value)];
  const length = Number(arg(args, 0, "length") ?? 255);
  const end = asText(arg(args, 2, "end") ?? "...");
  const leeway = Number(arg(args, 3, "leeway") ?? 5);
  if (characters.length <= length + leeway) return characters.join("");
  const cut = characters.slice(0, length - [...end].length).join("");
  if (isTruthy(arg(args, 1, "killwords"))) return cut + end;
  const space = cut.lastIndexOf(" ");
  return (space === -1 ? cut : cut.slice(0, space)) + end;
}

function indent(value: unknown, args: FilterArgs): string {
  const width = arg(args, 0, "width") ?? 4;
  const space = typeof width === "number" ? " ".repeat(width) : asText(width);
  const withFirst = isTruthy(arg(args, 1, "first"));
  const withBlank = isTruthy(arg(args, 2, "blank"));
  return asText(value)
    .split("\n")
    .map((line, index) =>
      (index > 0 || withFirst) && (line !== "" || withBlank) ? space + line : line,
    )
    .join("\n");
}

function replace(value: unknown, args: FilterArgs): string {
  const [from, to] = [asText(arg(args, 0, "old")), asText(arg(args, 1, "new"))];
  const count = arg(args, 2, "count");
  const text = asText(value);
  if (count === undefined || count === null) return text.replaceAll(from, () => to);
  const parts = text.split(from);
  const first = parts.slice(0, Number(count) + 1).join(to);
  return [first, ...parts.slice(Number(count) + 1)].join(from);
}

function unique(value: unknown): unknown[] {
  const fold = (item: unknown) => (typeof item === "string" ? item.toLowerCase() : item);
  return itemsOf(value).filter(
    (item, index, all) => all.findIndex((other) => isEqual(fold(other), fold(item))) === index,
  );
}

function extreme(direction: 1 | -1): Filter {
  return (value, args) => {
    const get = getter(arg(args, 1, "attribute"));
    const [first, ...rest] = itemsOf(value);
    return rest.reduce(
      (best, item) => (order(get(item), get(best)) * direction > 0 ? item : best),
      first,
    );
  };
}

function round(value: unknown, args: FilterArgs): number {
  const digits = Number(arg(args, 0, "precision") ?? 0);
  const method = asText(arg(args, 1, "method") ?? "common");
  const number = Number(plain(value));
  if (method === "common") return pythonRound(number, digits);
  const scale = 10 ** digits;
  return (method === "ceil" ? Math.ceil(number * scale) : Math.floor(number * scale)) / scale;
}

function sum(value: unknown, args: FilterArgs): number {
  const get = getter(arg(args, 0, "attribute"));
  const start = Number(arg(args, 1, "start") ?? 0);
  return itemsOf(value).reduce<number>((total, item) => total + Number(get(item)), start);
}

/** An odd space stands before the text, as in Python, if width and text are of unlike parity. */
function center(value: unknown, args: FilterArgs): string {
  const text = asText(value);
  const width = Number(arg(args, 0, "width") ?? 80);
  const room = Math.max(0, width - [...text].length);
  const before = Math.floor(room / 2) + (room & width & 1);
  return " ".repeat(before) + text + " ".repeat(room - before);
}

function fallback(value: unknown, args: FilterArgs): unknown {
  const isMissing = value === undefined || value instanceof Undefined;
  const other = arg(args, 0, "default_value") ?? "";
  return isMissing || (isTruthy(arg(args, 1, "boolean")) && !isTruthy(value)) ? other : value;
}

const HTML: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "'": "&#39;",
  '"': "&#34;",
};

const escapeHtml: Filter = (value) =>
  asText(value).replace(/[&<>'"]/g, (sign) => HTML[sign] ?? sign);

const FILTERS: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ["abs", (value) => Math.abs(Number(value))],
  ["attr", (value, { list }) => elementOf(value, list[0])],
  ["capitalize", byMethod("capitalize")],
  ["center", center],
  ["count", lengthOf],
  ["d", fallback],
  ["default", fallback],
  ["dictsort", (value) => (isMapping(value) ? Object.entries(value).toSorted(order) : [])],
  ["e", escapeHtml],
  ["escape", escapeHtml],
  ["first", (value) => itemsOf(value)[0]],
  ["float", (value, args) => toNumber(value, arg(args, 0, "default") ?? 0, false)],
  [
    "format",
    (value, { list, named }) => percentFormat(asText(value), list.length > 0 ? list : named),
  ],
  ["indent", indent],
  ["int", (value, args) => toNumber(value, arg(args, 0, "default") ?? 0, true)],
  ["items", (value) => (isMapping(value) ? Object.entries(value) : [])],
  [
    "join",
    (value, args) =>
      itemsOf(value)
        .map(getter(arg(args, 1, "attribute")))
        .map(asText)
        .join(asText(arg(args, 0, "d") ?? "")),
  ],
  ["last", (value) => itemsOf(value).at(-1)],
  ["length", lengthOf],
  ["list", (value) => [...itemsOf(value)]],
  ["lower", byMethod("lower")],
  ["map", map],
  ["max", extreme(1)],
  ["min", extreme(-1)],
  ["pprint", (value) => pythonRepr(value)],
  ["reject", pick(false, false)],
  ["rejectattr", pick(false, true)],
  ["replace", replace],
  ["reverse", (value) => elementOf(value, new Slice(null, null, -1))],
  ["round", round],
  ["safe", (value) => value],
  ["select", pick(true, false)],
  ["selectattr", pick(true, true)],
  ["sort", sorted],
  ["string", asText],
  ["sum", sum],
  ["title", byMethod("title")],
  ["tojson", (value, args) => toJson(value, arg(args, 0, "indent"))],
  ["trim", byMethod("strip")],
  ["truncate", truncate],
  ["unique", unique],
  ["upper", byMethod("upper")],
  ["urlencode", (value) => encodeURIComponent(asText(value)).replaceAll("%2F", "/")],
  ["wordcount", (value) => asText(value).match(/[\p{L}\p{N}_]+/gu)?.length ?? 0],
]);
