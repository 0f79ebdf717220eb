import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { PAGES, PROJECT, proseOf } from "./pages.ts";

test.each([...PAGES, "docs/model-graded.md", "CHANGELOG.md"])(
  "every link of %s leads to a file and a heading that are there",
  (page) => {
    const targets = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, target = ""]) => target,
    );
    const dead = targets
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => !leadsSomewhere(target, page));
    expect(dead).toEqual([]);
  },
);

function leadsSomewhere(target: string, page: string): boolean {
  const [path = "", heading] = target.split("#");
  const file = path === "" ? page : relative(PROJECT, join(PROJECT, dirname(page), path));
  if (!existsSync(join(PROJECT, file))) return false;
  return heading === undefined || anchorsOf(file).includes(heading);
}

/** Anchors of headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  const text = readFileSync(join(PROJECT, page), "utf8");
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
