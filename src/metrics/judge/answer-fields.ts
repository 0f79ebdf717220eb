import { z } from "zod";

/** What a judge gives as its reason; none is as good as an empty one. */
export const Reason = z.preprocess((value) => value ?? "", z.string());

/** 0 or 1; also as text, as true or false, as yes or no. */
export const Flag = z.preprocess(fromWord, z.literal([0, 1]));

/** A mark of 0, a half or 1. */
export const Half = z.preprocess(fromWord, z.literal([0, 0.5, 1]));

/** A whole number that is one of these, also as text. */
export function scale(from: number, to: number): z.ZodType<number> {
  return steps(from, to, 1);
}

/** A number from one end to the other, both included, in steps; also as text. */
export function steps(from: number, to: number, step: number): z.ZodType<number> {
  const count = Math.round((to - from) / step) + 1;
  const marks = Array.from({ length: count }, (_, index) => from + index * step);
  return z.preprocess(fromText, z.literal(marks));
}

/** The number of what is judged, counted from 1. */
export const ItemNumber = z.preprocess(fromText, z.number());

/**
 * A list that has just one element for each of the numbers from 1 to `count`; it comes out in their
 * order.
 */
export function eachOf<T extends { readonly n: number }>(
  element: z.ZodType<T>,
  count: number,
): z.ZodType<T[]> {
  return z
    .array(element)
    .refine((list) => hasEachOnce(list, count), {
      message: `expected exactly one element for each n from 1 to ${count}`,
    })
    .overwrite((list) => list.toSorted((a, b) => a.n - b.n));
}

function hasEachOnce(list: readonly { readonly n: number }[], count: number): boolean {
  const numbers = new Set(list.map(({ n }) => n));
  const isWhole = Array.from({ length: count }, (_, index) => numbers.has(index + 1)).every(
    Boolean,
  );
  return list.length === count && isWhole;
}

function fromWord(value: unknown): unknown {
  const word = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (word === true || word === "yes" || word === "true") return 1;
  if (word === false || word === "no" || word === "false") return 0;
  return fromText(value);
}

/** Text that is a number; what is none stays, and the schema says so. */
function fromText(value: unknown): unknown {
  return typeof value === "string" && NUMBER.test(value) ? Number(value) : value;
}

const NUMBER = /^\s*-?\d+(?:\.\d+)?\s*$/;
