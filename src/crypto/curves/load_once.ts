/** Something heavy, which is loaded when it is first needed, so that who never needs it pays nothing. */
import { InvariantViolation } from '../../kernel/errors.js';

export class Loaded<T> {
  private readonly name: string;
  private readonly load: () => Promise<T>;
  private value: T | undefined;
  private loading: Promise<void> | undefined;

  constructor(name: string, load: () => Promise<T>) {
    this.name = name;
    this.load = load;
  }

  /** Undefined when it is there; else wait for this before `get`. */
  prepare(): Promise<void> | undefined {
    if (this.value !== undefined) return undefined;
    this.loading ??= this.load().then((value) => {
      this.value = value;
    });
    return this.loading;
  }

  get(): T {
    if (this.value === undefined) throw new InvariantViolation(`${this.name} is used before prepare() has resolved`);
    return this.value;
  }
}
