import { node } from "oaieval";

/** The category at the begin of an answer, whatever stands behind it. */
export default node<{ answer: string }, string>(({ answer }) => {
  const [word] = answer.trim().split(/\W+/);
  return word || "Other";
});
