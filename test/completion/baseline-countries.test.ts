import { expect, test } from "vitest";
import { BaselineCountries } from "../../src/completion/baseline-countries.ts";
import { COUNTRY_NAMES } from "../../src/completion/country-names.ts";
import type { Prompt } from "../../src/core/prompt.ts";

async function answer(prompt: Prompt): Promise<string> {
  const { completions } = await new BaselineCountries().complete(prompt);
  return completions.join("|");
}

test("countries are answered in the order of their first appearance, each once", async () => {
  expect(await answer("From Kenya to Chad, from Chad to Mali, and home to Kenya.")).toBe(
    "Kenya, Chad, Mali",
  );
});

test.each(["", "No country here.", "Malian, Cuban and Chilean"])(
  "a text that names none is answered with none: %j",
  async (text) => {
    expect(await answer(text)).toBe("none");
  },
);

test.each([
  ["Papua New Guinea", "Papua New Guinea"],
  ["Guinea-Bissau, then Guinea", "Guinea-Bissau, Guinea"],
  ["the Democratic Republic of the Congo", "Democratic Republic of the Congo"],
  ["South Sudan and Sudan", "South Sudan, Sudan"],
  ["the United States of America", "United States"],
])("the longest name wins: %s", async (text, expected) => {
  expect(await answer(text)).toBe(expected);
});

test.each([
  ["Nigeria", "Nigeria"],
  ["the Dominican Republic", "Dominican Republic"],
  ["Indiana, Perugia and Malibu", "none"],
  ["Chad2, 3Peru", "none"],
  ["Éxcuba", "none"],
  ["भारतीय", "none"],
])("a name inside a longer word is no name: %s", async (text, expected) => {
  expect(await answer(text)).toBe(expected);
});

test.each([
  ["Peru's coast", "Peru"],
  ["Peru’s coast", "Peru"],
  ["the Peru-Chile border", "Peru, Chile"],
  ["“Peru”, (Chile); 'Cuba'!", "Peru, Chile, Cuba"],
  ["in the U.S.", "United States"],
])("punctuation ends a name: %s", async (text, expected) => {
  expect(await answer(text)).toBe(expected);
});

test.each([
  ["CHILE WINS", "Chile"],
  ["turkey on a china plate", "none"],
  ["give it to us", "none"],
])("a name begins with a capital or is all in capitals: %s", async (text, expected) => {
  expect(await answer(text)).toBe(expected);
});

test.each([
  ["Holland", "Netherlands"],
  ["Burma", "Myanmar"],
  ["the UK", "United Kingdom"],
  ["the Czech Republic", "Czechia"],
  ["Deutschland", "Germany"],
])("another name of a country is answered with its usual one: %s", async (text, expected) => {
  expect(await answer(text)).toBe(expected);
});

test.each([
  ["Côte d’Ivoire", "Ivory Coast"],
  ["Cote d'Ivoire", "Ivory Coast"],
  ["COTE D'IVOIRE", "Ivory Coast"],
  ["Co\u0302te d'Ivoire", "Ivory Coast"],
  ["Sao Tome and Principe", "São Tomé and Príncipe"],
  ["Perú", "Peru"],
])("accents and the kind of apostrophe do not matter: %s", async (text, expected) => {
  expect(await answer(text)).toBe(expected);
});

test.each(["United\nStates", "United  States", "United\u00a0States", "UNITED\r\nSTATES"])(
  "any white space parts the words of a name: %j",
  async (text) => {
    expect(await answer(text)).toBe("United States");
  },
);

test.each([
  ["日本へ行く", "Japan"],
  ["中国和日本", "China, Japan"],
  ["대한민국의 수도", "South Korea"],
  ["ประเทศไทยมี", "Thailand"],
  ["в Киеве, Россия", "Russia"],
  ["Η Ελλάδα", "Greece"],
])("a name in a script without spaces may touch its neighbours: %s", async (text, expected) => {
  expect(await answer(text)).toBe(expected);
});

test.each([
  "Not Cuba.\n\nText: Peru and Chad.\n\nCountries:",
  "Not Cuba.\n\nText: Peru and Chad.\n\nCountries: \n",
  "Not Cuba.\nText: Peru and Chad.",
  "Text: Peru. Text: Chad. Countries:",
  "Text: Countries: Peru. Countries: Chad.\nCountries:",
])("only what stands between Text: and the closing Countries: is read: %j", async (prompt) => {
  expect(await answer(prompt)).toBe("Peru, Chad");
});

test("of a chat the last message of the user is read", async () => {
  const prompt = [
    { role: "system", content: "Cuba" },
    { role: "user", content: "Mali" },
    { role: "assistant", content: "Mali" },
    { role: "user", content: [{ type: "text", text: "Fiji" }] },
    { role: "assistant", content: "Niger" },
  ];

  expect(await answer(prompt)).toBe("Fiji");
});

test("without a user the last message is read, and an empty chat names none", async () => {
  expect(await answer([{ role: "system", content: "Cuba" }])).toBe("Cuba");
  expect(await answer([])).toBe("none");
});

test("it makes the mistakes of a list: a person called Jordan is a country", async () => {
  expect(await answer("Michael Jordan moved to Georgia, the American state.")).toBe(
    "Jordan, Georgia",
  );
});

test("every name of the list is found, and stands for one country only", async () => {
  const expected = Object.entries(COUNTRY_NAMES).flatMap(([country, others]) =>
    [country, ...others].map((name) => [name, country]),
  );
  const found = expected.map(async ([name]) => [name, await answer(`They left ${name} by train.`)]);

  expect(await Promise.all(found)).toEqual(expected);
});

test("the list has the 193 members of the United Nations, two observers, Kosovo and Taiwan", () => {
  expect(Object.keys(COUNTRY_NAMES)).toHaveLength(193 + 2 + 2);
});

test("the list is in alphabetical order and no name of it has a comma", () => {
  const names = Object.keys(COUNTRY_NAMES);
  const plain = names.map((name) => name.normalize("NFD").replace(/[\u0300-\u036f]/g, ""));

  expect(plain).toEqual(plain.toSorted());
  expect(names.filter((name) => name.includes(","))).toEqual([]);
});
