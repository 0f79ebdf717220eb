import { z } from "zod";
import type { CompletionFn, CompletionResult } from "../core/completion.ts";
import { contentText, type Prompt, toMessages } from "../core/prompt.ts";
import { COUNTRY_NAMES } from "./country-names.ts";

/**
 * Finds the countries that a text names, by a list of names and without a model. It takes a name
 * for a country wherever it stands, so a person called Jordan is one too, and knows a few names
 * beside the English ones.
 *
 * @example
 * const baseline = new BaselineCountries();
 * await baseline.complete("Text: Lake Titicaca lies between Peru and Bolivia.\n\nCountries:");
 * // { completions: ["Peru, Bolivia"] }
 */
export class BaselineCountries implements CompletionFn {
  static readonly Args = z.strictObject({});

  readonly #countryOf = countriesByName();
  readonly #anyName = anyOf([...this.#countryOf.keys()]);

  async complete(prompt: Prompt): Promise<CompletionResult> {
    const names = plain(passageOf(prompt)).match(this.#anyName) ?? [];
    const countries = new Set(names.map((name) => this.#countryOf.get(name)));
    return { completions: [[...countries].join(", ") || "none"] };
  }
}

/** What stands between `Text:` and a closing `Countries:`; without `Text:` the whole message. */
function passageOf(prompt: Prompt): string {
  const messages = toMessages(prompt, "user");
  const message = messages.findLast(({ role }) => role === "user") ?? messages.at(-1);
  const text = message ? contentText(message) : "";
  const [, passage = text] = /\bText:(.*?)(?:\bCountries:\s*)?$/s.exec(text) ?? [];
  return passage;
}

/** Every name as it may stand in a text, also in capitals, with the country that it names. */
function countriesByName(): ReadonlyMap<string, string> {
  const entries = Object.entries(COUNTRY_NAMES).flatMap(([country, others]) =>
    [country, ...others]
      .map(plain)
      .flatMap((name) => [[name, country] as const, [name.toUpperCase(), country] as const]),
  );
  return new Map(entries);
}

/** Without accents, with straight apostrophes and single spaces: so do names and text compare. */
function plain(text: string): string {
  const bare = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
  return bare.replace(/[‘’ʼʻ]/g, "'").replace(/\s+/g, " ");
}

/** Scripts that put no space between a name and the word after it. */
const RUNS_ON = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Matches any of the names, the longest where several begin; as a whole word where words end. */
function anyOf(names: readonly string[]): RegExp {
  const longestFirst = names.toSorted((a, b) => b.length - a.length);
  const alternatives = (some: readonly string[]) =>
    some.map((name) => name.replaceAll(".", "\\.")).join("|");

  const words = alternatives(longestFirst.filter((name) => !RUNS_ON.test(name)));
  const parts = alternatives(longestFirst.filter((name) => RUNS_ON.test(name)));
  const inWord = "[\\p{L}\\p{M}\\p{N}]";
  return new RegExp(`(?<!${inWord})(?:${words})(?!${inWord})|${parts}`, "gu");
}
