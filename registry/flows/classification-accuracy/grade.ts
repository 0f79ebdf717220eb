import { node } from "oaieval";

interface Inputs {
  readonly groundtruth: string;
  readonly prediction: string;
}

/** Whether both name the same category, in capitals or not. */
export default node<Inputs, "Correct" | "Incorrect">(({ groundtruth, prediction }) =>
  groundtruth.toLowerCase() === prediction.toLowerCase() ? "Correct" : "Incorrect",
);
