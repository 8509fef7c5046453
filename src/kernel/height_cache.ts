/**
 * Cache of recent heights' values in a fixed number of slots, one for each height. It is never a map, because V8 leaves
 * a dead map's table pointing to the one that replaced it. Values of old heights would then stay in memory until a full
 * collection.
 */

export class HeightCache<T> {
  readonly #slots: ({ readonly height: number; readonly value: T } | undefined)[] = [];

  constructor(private readonly count: number) {}

  get(height: bigint | number): T | undefined {
    const at = Number(height);
    const slot = this.#slots[at % this.count];
    return slot?.height === at ? slot.value : undefined;
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
