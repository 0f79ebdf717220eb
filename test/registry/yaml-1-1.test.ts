import { expect, test } from "vitest";
import { parseYaml } from "../../src/data/yaml/yaml-text.ts";
import { yaml11Reading } from "../../src/registry/yaml-1-1.ts";

/** Readings of PyYAML 6.0.3. */
const DIFFERENT = {
  yes: "true",
  Yes: "true",
  ON: "true",
  no: "false",
  Off: "false",
  "010": "the number 8",
  "-010": "the number -8",
  "0777": "the number 511",
  "08": 'the text "08"',
  "0b11": "the number 3",
  "-0b101": "the number -5",
  "-0x1F": "the number -31",
  "0x_1F": "the number 31",
  "1_000": "the number 1000",
  "1_0.5": "the number 10.5",
  "1:30": "the number 90",
  "-1:30": "the number -90",
  "190:20:30": "the number 685230",
  "1:30.5": "the number 90.5",
  "2001-01-01": "a date",
  "2001-12-14T21:59:43Z": "a date",
  "2001-12-14 21:59:43.1 Z": "a date",
};

test.each(Object.entries(DIFFERENT))("PyYAML reads %s as %s", (source, reading) => {
  expect(yaml11Reading(source, parseYaml(`a: ${source}`).entries[0]?.value)).toBe(reading);
});

test.each(
  "y n N yEs true 0 00 007 1000 -1.5 .5 1:60 01:30 0:5 2001-01 2001-1-1 0x1F 0b2 _1 1,000 1:2x v1:30 a.b hf://x".split(
    " ",
  ),
)("PyYAML reads %s as we do", (source) => {
  expect(yaml11Reading(source, parseYaml(`a: ${source}`).entries[0]?.value)).toBeUndefined();
});
