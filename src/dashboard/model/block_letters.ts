/** Gives each block of a height a letter in the order in which the page learned of them: A, B, … */

/** Number of letters. Further blocks have a number too. */
const LETTERS = 26;

export class BlockLetters {
  #letters = new Map<string, { readonly height: number; readonly index: number }>();
  #counts = new Map<number, number>();

  add(height: number, block: string): void {
    if (this.#letters.has(block)) return;
    const index = this.#counts.get(height) ?? 0;
    this.#counts.set(height, index + 1);
    this.#letters.set(block, { height, index });
  }

  /** Returns the index of a block among those of its height; 0 for one that is not known. */
  indexOf(block: string): number {
    return this.#letters.get(block)?.index ?? 0;
  }

  letterOf(block: string): string {
    const known = this.#letters.get(block);
    if (known === undefined) return '?';
    const letter = String.fromCharCode(65 + (known.index % LETTERS));
    return known.index < LETTERS ? letter : `${letter}${Math.floor(known.index / LETTERS)}`;
  }

  forgetBelow(height: number): void {
    for (const [block, known] of this.#letters) if (known.height < height) this.#letters.delete(block);
    for (const known of this.#counts.keys()) if (known < height) this.#counts.delete(known);
  }

  clear(): void {
    this.#letters.clear();
    this.#counts.clear();
  }
}
