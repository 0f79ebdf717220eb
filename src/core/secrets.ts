const MINIMUM_LENGTH = 8;

/** Values that must never be shown or stored, such as API keys; it takes them out of any text. */
export class Secrets {
  readonly #values = new Set<string>();

  /** From now on `value` is taken out. Values under eight characters would blot out plain words. */
  add(value: string | undefined): void {
    if (value === undefined || value.length < MINIMUM_LENGTH) return;
    this.#values.add(value);
    this.#values.add(JSON.stringify(value).slice(1, -1));
  }

  /** The text with every secret in it replaced by `[secret]`. */
  redact(text: string): string {
    let redacted = text;
    for (const value of this.#values) redacted = redacted.replaceAll(value, "[secret]");
    return redacted;
  }
}
