/** Implements a set that can be reverted to an earlier size. */
export class MarkedSet {
  readonly #members = new Set<string>();
  readonly #order: string[] = [];

  get size(): number {
    return this.#order.length;
  }

  has(member: string): boolean {
    return this.#members.has(member);
  }

  add(member: string): void {
    if (this.#members.has(member)) return;
    this.#members.add(member);
    this.#order.push(member);
  }

  backTo(size: number): void {
    while (this.#order.length > size) this.#members.delete(this.#order.pop() as string);
  }

  [Symbol.iterator](): IterableIterator<string> {
    return this.#members.values();
  }
}
