/** What was asked last about heights, for who looks through many of them: a slot for each height, of a fixed number. */

export class KeptByHeight<T> {
  readonly #slots: ({ readonly height: bigint; readonly value: T } | undefined)[] = [];

  constructor(private readonly count: number) {}

  get(height: bigint): T | undefined {
    const kept = this.#slots[Number(height) % this.count];
    return kept?.height === height ? kept.value : undefined;
  }

  set(height: bigint, value: T): void {
    this.#slots[Number(height) % this.count] = { height, value };
  }

  clear(): void {
    this.#slots.length = 0;
  }
}
