// The picture of the README: real output of the built command, in a terminal of its own, drawn
// by Chromium, made small by pngquant.
// npm run build && node scripts/terminal-picture.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Programs of the system, not of this package. */
const BROWSER = "chromium";
const SHRINKER = "pngquant";
const TERMINAL = "script";
const COLUMNS = 107;
const LINE_HEIGHT = 21;
const COLUMN_WIDTH = 8.43;
const EDGE = 26;
const TITLE_HEIGHT = 40;
const STYLES = { 1: "bold", 2: "dim", 31: "red", 32: "green", 33: "yellow" };
const ENDS = { 22: ["bold", "dim"], 39: ["red", "green", "yellow"] };

const project = fileURLToPath(new URL("..", import.meta.url));
const picture = join(project, "docs", "images", "run.png");

const run = oaieval("baseline/countries", "extract_countries");
const [log] = run.match(/\/tmp\/evallogs\/\S+\.jsonl/) ?? [];
const show = oaieval("show", log, "--max", "1");
rmSync(log);
draw([
  ...prompt("npx oaieval baseline/countries extract_countries"),
  ...linesOf(run),
  { spans: [] },
  ...prompt(`npx oaieval show ${log} --max 1`),
  ...linesOf(show),
]);

/** The command's output in a terminal of its own. */
function oaieval(...args) {
  const bin = join(project, "dist", "cli", "oaieval.js");
  const command = `stty cols ${COLUMNS} && ${process.execPath} ${bin} ${args.join(" ")}`;
  const { PATH, HOME } = process.env;
  const output = execFileSync(TERMINAL, ["-qec", command, "/dev/null"], {
    cwd: project,
    encoding: "utf8",
    env: { PATH, HOME, TERM: "xterm-256color" },
  });
  return output.replaceAll("\r\n", "\n");
}

function prompt(command) {
  const words = [
    { text: "$ ", styles: ["green"] },
    { text: command, styles: ["bold"] },
  ];
  return wrapped(words);
}

function linesOf(output) {
  return output
    .trimEnd()
    .split("\n")
    .flatMap((line) => wrapped(spansOf(line)));
}

/** A line's texts with the styles that its escape sequences give them; what was erased is gone. */
function spansOf(line) {
  const styles = new Set();
  const [plain, ...parts] = line.split("\u001b[K").at(-1).split("\u001b[");
  const spans = [{ text: plain, styles: [] }];
  for (const part of parts) {
    const [, code, text] = /^(\d+)m(.*)$/s.exec(part);
    if (STYLES[code]) styles.add(STYLES[code]);
    for (const style of ENDS[code] ?? []) styles.delete(style);
    spans.push({ text, styles: [...styles] });
  }
  return spans;
}

/** Breaks a line where a terminal does: at the last column. */
function wrapped(spans) {
  const cells = spans.flatMap(({ text, styles }) =>
    [...text].map((character) => ({ text: character, styles })),
  );
  const lines = [];
  for (let at = 0; at === 0 || at < cells.length; at += COLUMNS) {
    lines.push({ spans: cells.slice(at, at + COLUMNS) });
  }
  return lines;
}

function draw(lines) {
  const width = Math.ceil(COLUMNS * COLUMN_WIDTH) + 2 * EDGE;
  const height = lines.length * LINE_HEIGHT + TITLE_HEIGHT + EDGE;
  const folder = mkdtempSync(join(tmpdir(), "terminal-picture-"));
  const page = join(folder, "page.html");
  writeFileSync(page, html(lines, { width, height }));
  execFileSync(BROWSER, [
    ...["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"],
    ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
    ...["--force-device-scale-factor=2", "--default-background-color=00000000"],
    `--window-size=${width},${height}`,
    `--screenshot=${picture}`,
    pathToFileURL(page).href,
  ]);
  execFileSync(SHRINKER, ["--force", "--strip", "--output", picture, picture]);
  rmSync(folder, { recursive: true });
}

function html(lines, { width, height }) {
  const rows = lines.map(({ spans }) => `<div>${spans.map(element).join("") || "&#8203;"}</div>`);
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; width: ${width}px; height: ${height}px; box-sizing: border-box;
      padding: ${TITLE_HEIGHT}px ${EDGE}px 0; border-radius: 10px; overflow: hidden;
      background: #1b1e28; color: #d5d9e5; position: relative;
      font: 14px/${LINE_HEIGHT}px "DejaVu Sans Mono", monospace; }
    body::before { content: ""; position: absolute; left: 18px; top: 15px; width: 11px; height: 11px;
      border-radius: 50%; background: #f2705e;
      box-shadow: 19px 0 #f3bd4e, 38px 0 #5fc454; }
    div { white-space: pre; height: ${LINE_HEIGHT}px; }
    .bold { color: #ffffff; font-weight: bold; } .dim { color: #848ba3; }
    .red { color: #f2705e; } .green { color: #7fd88f; } .yellow { color: #f3bd4e; }
  </style><body>${rows.join("")}`;
}

function element({ text, styles }) {
  const escaped = text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return styles.length > 0 ? `<span class="${styles.join(" ")}">${escaped}</span>` : escaped;
}
