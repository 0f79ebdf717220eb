// The packed tarball, installed in an empty folder as a user would: is it light, and does it work?
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MAX_PACKAGES = 45;
const MAX_BYTES = 40 * 1024 * 1024;

const project = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "oaieval-smoke-"));
const environment = { ...process.env, OPENAI_API_KEY: "", OPENAI_BASE_URL: "", NO_COLOR: "1" };
let failures = 0;

try {
  install();
  checkWeight();
  checkCommands();
  checkBundledEvals();
  checkCustomEval();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

function install() {
  const [{ filename }] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
      cwd: project,
      encoding: "utf8",
    }),
  );
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", `./${filename}`], { cwd: folder });
}

function checkWeight() {
  const files = readdirSync(join(folder, "node_modules"), { recursive: true }).map(String);
  const sizes = files.map((file) => statSync(join(folder, "node_modules", file)));
  const bytes = sizes.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
  const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
  const scripted = packages.filter(([, entry]) => entry.hasInstallScript).map(([path]) => path);
  const native = files.filter((file) => file.endsWith(".node") || file.endsWith("binding.gyp"));

  expect(packages.length <= MAX_PACKAGES, `${packages.length} packages, at most ${MAX_PACKAGES}`);
  expect(bytes <= MAX_BYTES, `${(bytes / 1024 / 1024).toFixed(1)} MB, at most 40 MB`);
  expect(scripted.length === 0, `no install script ${scripted}`);
  expect(native.length === 0, `no native code ${native}`);
}

function checkCommands() {
  expectRun(["--help"], 0, /Usage: oaieval/);
  expectRun(["--version"], 0, /^\d+\.\d+\.\d+/);
  expectRun(["list"], 0, /extract_countries/);
  expectRun(["baseline/countries", "extract_countries"], 0, /accuracy/);
  expectRun(["baseline/countries", "extract_countrys"], 2, /did you mean/);
  expectRun(["gpt-4o", "extract_countries"], 2, /OPENAI_API_KEY/);
}

function checkBundledEvals() {
  const evals = JSON.parse(oaieval(["list", "evals", "--json"]).stdout);
  for (const { name, alias_of } of evals) {
    if (alias_of !== null) continue;
    // It compares two functions or more, and a further one judges.
    const fns = name.startsWith("judge-best.") ? "dummy,dummy,dummy" : "dummy";
    expectRun([fns, name, "--dry-run", "--no-dry-run-logging"], 0, /scored/);
  }
  expectRun(["check", "--strict"], 0, /./);
}

function checkCustomEval() {
  const code = `import { Eval, type SampleContext } from "oaieval";
export class Shout extends Eval<{ input: string; ideal: string }> {
  override async evalSample(sample: { input: string; ideal: string }, ctx: SampleContext) {
    const { text } = await ctx.complete(sample.input);
    ctx.record.match(text.toUpperCase() === sample.ideal, { expected: sample.ideal, picked: text });
  }
}
`;
  writeFileSync(join(folder, "shout.ts"), code);
  writeFileSync(join(folder, "rows.jsonl"), '{"input": "hi", "ideal": "HI"}\n');
  writeFileSync(
    join(folder, "evals.yaml"),
    "shout: { id: shout.dev.v0, metrics: [accuracy] }\nshout.dev.v0: { class: './shout.ts:Shout', args: { samples_jsonl: rows.jsonl } }\n",
  );
  expectRun(["echo", "shout", "--registry-path", "."], 0, /accuracy +1/);
}

function oaieval(args) {
  return spawnSync("npx", ["oaieval", ...args], {
    cwd: folder,
    encoding: "utf8",
    env: environment,
  });
}

function expectRun(args, status, output) {
  const run = oaieval(args);
  const printed = run.stdout + run.stderr;
  const isRight = run.status === status && output.test(printed);
  expect(isRight, `oaieval ${args.join(" ")} exits with ${status}`);
  if (!isRight) console.error(`  exit ${run.status}\n${printed.replace(/^/gm, "  | ")}`);
}

function expect(isRight, claim) {
  console.log(`${isRight ? "ok  " : "FAIL"} ${claim}`);
  if (!isRight) failures++;
}
