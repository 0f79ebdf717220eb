import { expect, test } from "vitest";
import { Secrets } from "../../src/core/secrets.ts";

test("R122: a key is taken out of any text, also where it stands escaped in JSON", () => {
  const secrets = new Secrets();
  secrets.add('sk-"quoted"-CANARY');

  expect(secrets.redact('key sk-"quoted"-CANARY, twice: sk-"quoted"-CANARY')).toBe(
    "key [secret], twice: [secret]",
  );
  expect(secrets.redact(JSON.stringify({ key: 'sk-"quoted"-CANARY' }))).toBe('{"key":"[secret]"}');
});

test("what is too short to be a key is no secret, and neither is nothing", () => {
  const secrets = new Secrets();
  secrets.add("none");
  secrets.add(undefined);

  expect(secrets.redact("none")).toBe("none");
});
