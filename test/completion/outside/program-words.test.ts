import { expect, test } from "vitest";
import { programWords } from "../../../src/completion/outside/program-words.ts";

test.each([
  ["python3 bot.py", ["python3", "bot.py"]],
  ["  node   --x=1  ", ["node", "--x=1"]],
  [`echo 'a b' "c 'd'"`, ["echo", "a b", "c 'd'"]],
  [`echo --name="a b"c ''`, ["echo", "--name=a bc", ""]],
  ["echo $HOME ; rm -rf *", ["echo", "$HOME", ";", "rm", "-rf", "*"]],
])("%j is %j: no shell is between", (command, words) => {
  expect(programWords(command)).toEqual(words);
});

test.each([
  ["echo 'a", "a quote in"],
  ["  ", "the command is empty"],
])("%j is refused", (command, message) => {
  expect(() => programWords(command)).toThrow(message);
});
