import { expect, test } from "vitest";
import { blocksOf, PAGES } from "./pages.ts";
import { playPage } from "./play-page.ts";

test.each(PAGES)(
  "whoever follows %s in an empty folder sees what it says",
  async (page) => {
    await playPage(page);
  },
  120_000,
);

test.each(PAGES)("every example of %s is run, or says that it is only a part", (page) => {
  const marks = ["file", "run", "output", "part"];
  const forgotten = blocksOf(page)
    .filter(({ language }) => language !== "python" && language !== "text")
    .filter((block) => !marks.some((mark) => block.marks.has(mark)));
  expect(forgotten.map(({ where }) => where)).toEqual([]);
});
