import { CompletionError } from "../../core/errors.ts";

/** Whether an endpoint refused a request for the form of answer that it asks for. */
export function isAboutForm(error: unknown): boolean {
  if (!(error instanceof CompletionError)) return false;
  const isRefusal = error.status === 400 || error.status === 422;
  return isRefusal && FORM.test(error.message);
}

const FORM = /response_format|json_schema|text\.format|structured output/i;
