import { ConfigError } from "../../core/errors.ts";
import { isMapping, type Mapping } from "../describe-value.ts";

/** Who is told where an argument stands. */
type Where = (path: readonly PropertyKey[]) => string;

/**
 * The args of a metric under our names, where it is named as flexeval names it; others are left as
 * they are.
 *
 * @throws {ConfigError} for a tokenizer that is not here, by its name
 */
export function flexevalMetricArgs(cls: string, args: Mapping, where: Where): Mapping {
  const short = cls.replace(/^flexeval\.(\w+\.)*/, "");
  if (short === "BLEU") return withTokenize(args);
  if (short === "Rouge" || short === "ROUGE") refuseTokenizer(args, where);
  return args;
}

/** Its null is what sacreBLEU does by default. */
function withTokenize(args: Mapping): Mapping {
  if (!("tokenize_option" in args)) return args;
  const { tokenize_option, ...rest } = args;
  return { ...rest, tokenize: tokenize_option ?? "13a" };
}

function refuseTokenizer({ tokenizer }: Mapping, where: Where): void {
  if (!isMapping(tokenizer)) return;
  const { class_path, class: name = class_path } = tokenizer;
  throw new ConfigError(`the tokenizer ${JSON.stringify(name)} is not here`, {
    where: where(["tokenizer"]),
    fix: "leave it out, which finds words in any script, or write whitespace or words",
  });
}
