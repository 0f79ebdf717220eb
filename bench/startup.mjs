// Start-up of the built command beside an empty Node process, side by side in one run.
// npm run build && node bench/startup.mjs [--rounds 15]
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  bin,
  evalYaml,
  inFolder,
  measure,
  median,
  printTable,
  runOf,
  tell,
  writeRegistry,
} from "./measure.mjs";

const YAML_FILES = 463;

const { values } = parseArgs({ options: { rounds: { type: "string", default: "15" } } });
const rounds = Number(values.rounds);

await inFolder(async (folder) => {
  await writeRegistry(folder, [3]);
  for (let file = 0; file < YAML_FILES - 1; file++) {
    writeFileSync(join(folder, "evals", `filler-${file}.yaml`), evalYaml(`filler-${file}`));
  }
  const cases = {
    "empty node": ["-e", "0"],
    "oaieval --help": [bin, "--help"],
    [`3 samples, dummy, ${YAML_FILES} YAML files`]: runOf(3, folder),
  };
  const runs = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(cases)) {
      runs[name].push(measure(args, folder));
    }
  }
  const ms = (name, figure) => median(runs[name].map((run) => run[figure])) * 1000;
  printTable(`start-up, median of ${rounds} rounds`, [
    ["", "ms", "above empty node", "CPU ms"],
    ...Object.keys(cases).map((name) => [
      name,
      ms(name, "seconds").toFixed(0),
      (ms(name, "seconds") - ms("empty node", "seconds")).toFixed(0),
      ms(name, "cpu").toFixed(0),
    ]),
  ]);
  tell(
    Object.keys(cases).map((name) => [`start-up: ${name}`, `${ms(name, "seconds").toFixed(0)} ms`]),
  );
});
