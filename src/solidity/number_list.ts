/** List of small numbers in typed arrays, which grows without copies. */

const CHUNK = 1 << 16;

type Numbers = Uint8Array | Uint16Array | Uint32Array;

export class NumberList {
  readonly #chunks: Numbers[] = [];
  #length = 0;

  constructor(private readonly kind: new (length: number) => Numbers) {}

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const at = this.#length++ % CHUNK;
    if (at === 0) this.#chunks.push(new this.kind(CHUNK));
    (this.#chunks.at(-1) as Numbers)[at] = value;
  }

  /** Returns a number; undefined outside of the list. */
  at(index: number): number | undefined {
    return index < 0 || index >= this.#length ? undefined : this.#chunks[Math.floor(index / CHUNK)]?.[index % CHUNK];
  }

  set(index: number, value: number): void {
    const chunk = this.#chunks[Math.floor(index / CHUNK)];
    if (chunk !== undefined) chunk[index % CHUNK] = value;
  }

  /** Returns the position of the first number that is at least `value`; the length for none. The numbers ascend. */
  firstAtLeast(value: number): number {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.at(middle) as number) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
