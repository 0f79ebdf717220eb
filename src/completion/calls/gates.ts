import { announcedLimits, type HeaderLookup } from "./announced-limits.ts";
import { Gate, type GateSettings } from "./gate.ts";

/** The gates of a run, one for each model of each endpoint. */
export class Gates {
  readonly #gates = new Map<string, Gate>();

  /** The gate of a target, which is made by whoever comes first. */
  open(target: string, settings: GateSettings): Gate {
    const known = this.#gates.get(target);
    if (known) return known;
    const made = new Gate(target, settings);
    this.#gates.set(target, made);
    return made;
  }

  /** Takes note of the limits that a target's answer tells of in its headers. */
  hear(target: string, headers: HeaderLookup): void {
    this.#gates.get(target)?.hear(announcedLimits(headers));
  }
}
