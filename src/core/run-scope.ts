/**
 * What the functions of one run share: one object of each class, made when it is first asked for.
 *
 * @example
 * const learnt = context.scope.get(LearntParameters);
 */
export class RunScope {
  readonly #objects = new Map<new () => object, object>();

  /** The run's only object of this class. */
  get<T extends object>(Class: new () => T): T {
    const known = this.#objects.get(Class);
    if (known) return known as T; // stored under its own class
    const made = new Class();
    this.#objects.set(Class, made);
    return made;
  }
}
