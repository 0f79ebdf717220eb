/** The value of a name that nothing has. It remembers which, for messages. */
export class Undefined {
  readonly name: string;
  readonly #isStrict: boolean;

  constructor(name: string, isStrict: boolean) {
    this.name = name;
    this.#isStrict = isStrict;
  }

  /** The value of a key of it. */
  member(key: unknown): Undefined {
    this.use();
    return new Undefined(`${this.name}.${String(key)}`, this.#isStrict);
  }

  /**
   * Is called where the value decides something.
   *
   * @throws {Error} in a strict template
   */
  use(): void {
    if (this.#isStrict) throw new Error(`"${this.name}" has no value`);
  }

  toString(): string {
    return "";
  }
}
