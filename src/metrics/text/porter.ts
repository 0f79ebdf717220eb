/** Words that the rules would spoil; they stay, or have their own stem. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ["skies", "sky"],
  ["sky", "sky"],
  ["dying", "die"],
  ["lying", "lie"],
  ["tying", "tie"],
  ["news", "news"],
  ["innings", "inning"],
  ["inning", "inning"],
  ["outings", "outing"],
  ["outing", "outing"],
  ["cannings", "canning"],
  ["canning", "canning"],
  ["howe", "howe"],
  ["proceed", "proceed"],
  ["exceed", "exceed"],
  ["succeed", "succeed"],
]);

/**
 * The stem of an English word in lower case, by M. F. Porter (1980) with the changes of nltk, its
 * default mode: irregular words, `-ies` and `-ied` of short words, `y` only behind a consonant.
 */
export function porterStem(word: string): string {
  if (word.length <= 2) return word;
  return IRREGULAR.get(word) ?? STEPS.reduce((stem, step) => step(stem), word);
}

/** What an ending becomes where the rest of the word meets the condition. */
interface Rule {
  readonly ending: string;
  readonly becomes: string;
  readonly when?: (stem: string) => boolean;
}

const STEPS: readonly ((word: string) => string)[] = [
  withoutPlural,
  withoutPast,
  withFinalI,
  withoutDoubleSuffix,
  (word) => byFirst(word, THIRD),
  (word) => byFirst(word, FOURTH),
  withoutFinalE,
  (word) =>
    byFirst(word, [{ ending: "ll", becomes: "l", when: () => measure(word.slice(0, -1)) > 1 }]),
];

function withoutPlural(word: string): string {
  if (word.length === 4 && word.endsWith("ies")) return `${word.slice(0, -3)}ie`;
  return byFirst(word, PLURAL);
}

const PLURAL: readonly Rule[] = [
  { ending: "sses", becomes: "ss" },
  { ending: "ies", becomes: "i" },
  { ending: "ss", becomes: "ss" },
  { ending: "s", becomes: "" },
];

function withoutPast(word: string): string {
  if (word.endsWith("ied")) return `${word.slice(0, -3)}${word.length === 4 ? "ie" : "i"}`;
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = ["ed", "ing"].find(
    (each) => word.endsWith(each) && hasVowel(word.slice(0, -each.length)),
  );
  return ending === undefined ? word : mended(word.slice(0, -ending.length));
}

/** What is left when `ed` or `ing` is cut off has its own ending back. */
function mended(stem: string): string {
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (endsInDoubleConsonant(stem)) return /[lsz]$/.test(stem) ? stem : stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

function withFinalI(word: string): string {
  const stem = word.slice(0, -1);
  const changes = word.endsWith("y") && stem.length > 1 && consonantsOf(stem).at(-1) === true;
  return changes ? `${stem}i` : word;
}

function withoutDoubleSuffix(word: string): string {
  if (word.endsWith("alli") && measure(word.slice(0, -4)) > 0) {
    return withoutDoubleSuffix(word.slice(0, -2));
  }
  // The measure of `-logi` counts its first letter in.
  if (word.endsWith("logi")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  return byFirst(word, SECOND);
}

const SECOND = rules(
  (stem) => measure(stem) > 0,
  "ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble entli>ent eli>e ousli>ous ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble fulli>ful",
);

const THIRD = rules(
  (stem) => measure(stem) > 0,
  "icate>ic ative> alize>al iciti>ic ical>ic ful> ness>",
);

const FOURTH: readonly Rule[] = [
  ...rules(
    (stem) => measure(stem) > 1,
    "al> ance> ence> er> ic> able> ible> ant> ement> ment> ent>",
  ),
  { ending: "ion", becomes: "", when: (stem) => measure(stem) > 1 && /[st]$/.test(stem) },
  ...rules((stem) => measure(stem) > 1, "ou> ism> ate> iti> ous> ive> ize>"),
];

function withoutFinalE(word: string): string {
  if (!word.endsWith("e")) return word;
  const stem = word.slice(0, -1);
  const falls = measure(stem) > 1 || (measure(stem) === 1 && !endsShort(stem));
  return falls ? stem : word;
}

function rules(when: Rule["when"], text: string): readonly Rule[] {
  return text.split(" ").map((rule) => {
    const [ending = "", becomes = ""] = rule.split(">");
    return { ending, becomes, when };
  });
}

/** The first rule whose ending the word has decides, whether its condition is met or not. */
function byFirst(word: string, rules: readonly Rule[]): string {
  const rule = rules.find(({ ending }) => word.endsWith(ending));
  if (!rule) return word;
  const stem = word.slice(0, word.length - rule.ending.length);
  return rule.when?.(stem) === false ? word : stem + rule.becomes;
}

/** How often consonants follow vowels. */
function measure(stem: string): number {
  const consonants = consonantsOf(stem);
  return consonants.filter((isConsonant, at) => isConsonant && consonants[at - 1] === false).length;
}

function hasVowel(stem: string): boolean {
  return consonantsOf(stem).includes(false);
}

/** Whether each letter is a consonant; `y` is one at the beginning and behind a vowel. */
function consonantsOf(word: string): boolean[] {
  const consonants: boolean[] = [];
  for (const letter of word) {
    const isConsonant = letter === "y" ? consonants.at(-1) !== true : !VOWELS.includes(letter);
    consonants.push(isConsonant);
  }
  return consonants;
}

const VOWELS = "aeiou";

function endsInDoubleConsonant(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && consonantsOf(word).at(-1) === true;
}

/** Consonant, vowel, consonant, the last none of w, x and y; or vowel and consonant alone. */
function endsShort(word: string): boolean {
  const [third, second, last] = [undefined, undefined, ...consonantsOf(word)].slice(-3);
  if (last !== true || second !== false) return false;
  return third === undefined || (third && !/[wxy]$/.test(word));
}
