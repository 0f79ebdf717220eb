import { expect, test } from "vitest";
import { findOverlaps } from "../../src/data/overlap.ts";
import { dataFolder } from "./open.ts";

const SAMPLE = {
  input: [
    { role: "system", content: "Answer with a name." },
    { role: "user", content: "What is the capital of Peru?" },
  ],
  ideal: ["Lima", "Lima, Peru"],
};

async function overlaps(samples: readonly unknown[], training: readonly unknown[]) {
  const toLines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join("\n");
  const folder = dataFolder({ "eval.jsonl": toLines(samples), "train.jsonl": toLines(training) });
  const found = await findOverlaps(
    await folder.open("eval.jsonl"),
    await folder.open("train.jsonl"),
  );
  return { folder, ...found };
}

test("a sample whose question is in the training data is found with both places", async () => {
  const { folder, ...result } = await overlaps(
    [{ input: "Who wrote Emma?", ideal: "Jane Austen" }, SAMPLE],
    [
      { prompt: "Hi", completion: "Hello" },
      { prompt: "What is the capital of Peru?", completion: "?" },
    ],
  );

  expect(result).toEqual({
    found: [
      {
        index: 1,
        where: `${folder.path}/eval.jsonl:2`,
        kind: "exact",
        trainingWhere: `${folder.path}/train.jsonl:2`,
        isAnswered: false,
      },
    ],
    samples: 2,
    exact: 1,
    normalised: 0,
    answered: 0,
  });
});

test.each([
  ["what is the CAPITAL of Peru"],
  ["  What is  the capital\nof Peru ? "],
  ["“What is the capital of Peru?”"],
  ["Ｗhat is the capital of Peru?"],
])(
  "case, punctuation, white space and Unicode forms make no other question: %j",
  async (prompt) => {
    const { found } = await overlaps([SAMPLE], [{ prompt, completion: "" }]);

    expect(found).toMatchObject([{ index: 0, kind: "normalised" }]);
  },
);

test.each([
  ["a chat", { messages: [...SAMPLE.input, { role: "assistant", content: "lima." }] }],
  [
    "another chat with the same question",
    {
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "What is the capital of Peru?" },
        { role: "assistant", content: "Lima" },
      ],
    },
  ],
  ["a prompt with its completion", { prompt: "What is the capital of Peru?", completion: " Lima" }],
  ["an eval's own row", SAMPLE],
])("%s that holds question and answer is told as answered", async (_name, row) => {
  const { found, answered } = await overlaps([SAMPLE], [row]);

  expect(found).toMatchObject([{ index: 0, kind: "exact", isAnswered: true }]);
  expect(answered).toBe(1);
});

test("another answer to the same question is no answer, until a row has the right one", async () => {
  const prompt = "What is the capital of Peru?";
  const { folder, found } = await overlaps(
    [SAMPLE],
    [
      { prompt, completion: "Cusco" },
      { prompt, completion: "Lima" },
    ],
  );

  expect(found).toMatchObject([
    { isAnswered: true, trainingWhere: `${folder.path}/train.jsonl:2` },
  ]);
});

test("the question is found in any text of a training row", async () => {
  const { found } = await overlaps(
    [SAMPLE],
    [{ doc: { lines: ["x", "What is the capital of Peru?"] } }, "y"],
  );

  expect(found).toHaveLength(1);
});

test("the question is found in a row that is a text", async () => {
  const { found } = await overlaps([{ input: "Why?", ideal: "so" }], ["Why?"]);

  expect(found).toMatchObject([{ kind: "exact" }]);
});

test("roles, empty texts and mere punctuation are no questions", async () => {
  const { found } = await overlaps(
    [
      { input: "user", ideal: "" },
      { input: "", ideal: "" },
      { input: "?!", ideal: "" },
    ],
    [{ messages: [{ role: "user", content: "…" }] }, { prompt: "", completion: "?!" }],
  );

  expect(found).toEqual([]);
});

test("rows with a question of another name are compared by it", async () => {
  const { found } = await overlaps(
    [{ question: "What is 2 + 2?", choices: ["4", "5"], answer: 0 }],
    [
      { prompt: "4", completion: "" },
      { prompt: "What is 2 + 2?", completion: "4" },
    ],
  );

  expect(found).toMatchObject([{ index: 0, trainingWhere: expect.stringMatching(/:2$/) }]);
});
