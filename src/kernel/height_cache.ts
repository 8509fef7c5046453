/**
 * What was asked last about heights: a slot for each height, of a fixed number. Never a map: V8 leaves a dead map's table
 * pointing at the one that took its place, so that what young heights left behind would be kept until a full collection.
 */

export class HeightCache<T> {
  readonly #slots: ({ readonly height: number; readonly value: T } | undefined)[] = [];

  constructor(private readonly count: number) {}

  get(height: bigint | number): T | undefined {
    const at = Number(height);
    const kept = this.#slots[at % this.count];
    return kept?.height === at ? kept.value : undefined;
  }

  set(height: bigint | number, value: T): void {
    const at = Number(height);
    this.#slots[at % this.count] = { height: at, value };
  }

  delete(height: bigint | number): void {
    const at = Number(height);
    if (this.#slots[at % this.count]?.height === at) this.#slots[at % this.count] = undefined;
  }

  clear(): void {
    this.#slots.length = 0;
  }
}
