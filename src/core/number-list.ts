/** A growing column of numbers at eight bytes each, for rows of which there may be millions. */
export class NumberList {
  #values = new Float64Array(16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) this.#grow();
    this.#values[this.#length++] = value;
  }

  /** @throws {RangeError} when there is no such index */
  at(index: number): number {
    const value = index < this.#length ? this.#values[index] : undefined;
    if (value === undefined) throw new RangeError(`there is no row ${index}, only ${this.#length}`);
    return value;
  }

  #grow(): void {
    const larger = new Float64Array(this.#values.length * 2);
    larger.set(this.#values);
    this.#values = larger;
  }
}
