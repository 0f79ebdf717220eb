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

/** What sacreBLEU does by default is so there too. */
function withTokenize({ tokenize_option, ...args }: Mapping): Mapping {
  return { tokenize: tokenize_option ?? "13a", ...args };
}

function refuseTokenizer({ tokenizer }: Mapping, where: Where): void {
  if (!isMapping(tokenizer)) return;
  const { class_path, class: name = class_path } = tokenizer;
  throw new ConfigError(`the tokenizer ${JSON.stringify(name)} is not here`, {
    where: where(["tokenizer"]),
    fix: "leave it out, which finds words in any script, or write whitespace or words",
  });
}
