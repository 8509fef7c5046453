/** Memory that a trace may use: a tracer takes characters from the budget before it records anything. */
export class SizeBudget {
  #left: number;

  constructor(maxLength: number) {
    this.#left = maxLength;
  }

  /** Takes characters. Returns false when too few are left; then every later call returns false too. */
  take(length: number): boolean {
    this.#left -= length;
    return this.#left >= 0;
  }

  get isFull(): boolean {
    return this.#left < 0;
  }
}
