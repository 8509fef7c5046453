/**
 * An undo log: while a mark is held, every change leaves how to take it back. A mark costs nothing, going back costs as
 * much as what changed since, and without marks nothing is kept.
 */
import { invariant } from '../kernel/errors.js';

/** A point to go back to; only the journal that made it knows it. */
export interface Mark {
  readonly position: number;
}

export class Journal {
  #undos: (() => void)[] = [];
  /** Position of the first kept undo. */
  #base = 0;
  #marks: Mark[] = [];
  #rewinding = false;

  record(undo: () => void): void {
    if (this.#marks.length > 0 && !this.#rewinding) this.#undos.push(undo);
  }

  mark(): Mark {
    const mark = { position: this.#base + this.#undos.length };
    this.#marks.push(mark);
    return mark;
  }

  /** Takes back every change since `mark`, which stays valid; later marks do not. */
  rewind(mark: Mark): void {
    const index = this.#marks.indexOf(mark);
    invariant(index >= 0, `mark at ${mark.position} was dropped, or lies after one that was gone back to`);
    this.#marks.length = index + 1;
    this.#rewinding = true;
    for (let keep = mark.position - this.#base; this.#undos.length > keep; ) this.#undos.pop()?.();
    this.#rewinding = false;
  }

  /** Nobody will go back to `mark`; what only it needed is forgotten. */
  drop(mark: Mark): void {
    this.#marks = this.#marks.filter((other) => other !== mark);
    const oldest = this.#marks[0]?.position ?? this.#base + this.#undos.length;
    this.#undos.splice(0, oldest - this.#base);
    this.#base = oldest;
  }
}
