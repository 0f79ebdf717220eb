import { node } from "oaieval";

/** The names of a list with commas. */
export default node<{ text: string }, string[]>(({ text }) =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== ""),
);
