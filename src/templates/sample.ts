import { z } from "zod";

/** A part of a message; an image part has its `image_url`, and so on. */
const Part = z.looseObject({ type: z.string(), text: z.string().optional() });

/** A chat message as a data row has it; further keys go to the model as they are. */
const Message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(Part), z.null()]),
  name: z.string().optional(),
});

/** The messages of a chat. */
export const Messages = z.array(Message).min(1, { error: "expected at least one message" });

/** What the model is asked: text, or the messages of a chat. */
export const Input = z.union([z.string(), Messages]);

/** A number or boolean stands for its JSON text. */
const Answer = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const Ideal = z.union([Answer, z.array(Answer)]);
type Ideal = z.infer<typeof Ideal>;

/** A row with a question and its right answers; further keys are left alone. */
export const AnsweredSample = z.looseObject({ input: Input, ideal: Ideal });
export type AnsweredSample = z.infer<typeof AnsweredSample>;

/** The same for evals that cannot judge without a right answer: the list is not empty. */
export const RequiredAnswerSample = AnsweredSample.refine(
  ({ ideal }) => ideal.length > 0 || ideal === "",
  { path: ["ideal"], error: "expected at least one answer" },
);

/** The right answers as a list. */
export function idealList(ideal: Ideal): readonly string[] {
  return typeof ideal === "string" ? [ideal] : ideal;
}
