import { z } from "zod";
import { checkedArgs, type Order } from "./instantiate.ts";

/** Args that every completion function has, whatever its class. */
const WrapperArgs = z.object({
  /** Leave out of what is scored the thinking before an answer; the log has it. */
  strip_reasoning: z.boolean().default(true),
});
type WrapperArgs = z.infer<typeof WrapperArgs>;

/**
 * Takes the args of every completion function out of an order, and leaves those of its class.
 *
 * @throws {ConfigError} when one of them has a wrong value
 */
export function takeWrapperArgs(order: Order, reference: string): [WrapperArgs, Order] {
  const { spec, overrides = {} } = order;
  const mine = { ...order, spec: { ...spec, args: only(spec.args) }, overrides: only(overrides) };
  const wrapper = checkedArgs({ Class: { Args: WrapperArgs }, reference }, mine) as WrapperArgs;
  const rest = { ...spec, args: without(spec.args) };
  return [wrapper, { ...order, spec: rest, overrides: without(overrides) }];
}

type Args = Readonly<Record<string, unknown>>;

function only(args: Args): Args {
  return Object.fromEntries(Object.entries(args).filter(([name]) => isMine(name)));
}

function without(args: Args): Args {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !isMine(name)));
}

function isMine(name: string): boolean {
  return Object.hasOwn(WrapperArgs.shape, name);
}
