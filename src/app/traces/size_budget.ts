/** How much a trace may hold: whoever records asks first. */
export class SizeBudget {
  #left: number;

  constructor(maxLength: number) {
    this.#left = maxLength;
  }

  /** False when there was not enough; then there is none for anything else. */
  take(length: number): boolean {
    this.#left -= length;
    return this.#left >= 0;
  }

  get isFull(): boolean {
    return this.#left < 0;
  }
}
