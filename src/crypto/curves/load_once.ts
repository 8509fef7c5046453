/** Loads a large dependency on first use, so that processes which do not use it do not pay for it. */
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

  /** Returns undefined when the value is loaded. Otherwise await the promise before `get`. */
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
