/**
 * Implements an undo log: while a mark exists, every change records how to undo it. A mark costs nothing, rewinding
 * costs as much as the changes since, and without marks nothing is recorded. An undo takes the object to change, so
 * that it also works on a copy.
 */
import { invariant } from '../kernel/errors.js';
import type { Steps } from '../kernel/steps.js';

/** Point to rewind to; valid only in the journal that created it. */
export interface Mark {
  readonly position: number;
}

/** Records how to undo changes of a `T`. */
export interface UndoLog<T> {
  record(undo: (on: T) => void): void;
}

/** Most changes that one step undoes. */
const UNDOS_OF_STEP = 64;

export class Journal<T> implements UndoLog<T> {
  #undos: ((on: T) => void)[] = [];
  /** Position of the oldest retained undo. */
  #base = 0;
  #marks: Mark[] = [];
  #rewinding = false;

  record(undo: (on: T) => void): void {
    if (this.#marks.length > 0 && !this.#rewinding) this.#undos.push(undo);
  }

  mark(): Mark {
    const mark = { position: this.#base + this.#undos.length };
    this.#marks.push(mark);
    return mark;
  }

  /** Returns the number of changes since `mark`. */
  since(mark: Mark): number {
    return this.#base + this.#undos.length - mark.position;
  }

  /** Undoes every change since `mark`, which stays valid; later marks do not. */
  rewind(mark: Mark, on: T): void {
    const count = this.#count(mark);
    for (let at = this.#undos.length - 1; at >= count; at--) this.#undo(at, on);
    this.cut(mark);
  }

  /** Undoes every change since `mark` in a copy, and forgets none of them. Call `cut` when the copy is used. */
  *rewindCopy(mark: Mark, copy: T): Steps<void> {
    const count = this.#count(mark);
    for (let at = this.#undos.length - 1; at >= count; at--) {
      this.#undo(at, copy);
      if ((at - count) % UNDOS_OF_STEP === 0) yield;
    }
  }

  /** Forgets every change since `mark`, which stays valid; later marks do not. */
  cut(mark: Mark): void {
    this.#undos.length = this.#count(mark);
    this.#marks.length = this.#marks.indexOf(mark) + 1;
  }

  /** Returns the number of recorded changes before `mark`. Throws InvariantViolation when `mark` is not valid. */
  #count(mark: Mark): number {
    invariant(
      this.#marks.includes(mark),
      `mark at ${mark.position} was dropped, or is later than one that was restored`,
    );
    return mark.position - this.#base;
  }

  #undo(at: number, on: T): void {
    this.#rewinding = true;
    this.#undos[at]?.(on);
    this.#rewinding = false;
  }

  /** Discards `mark`, which will not be used again, and the undos that only it needed. */
  drop(mark: Mark): void {
    this.#marks = this.#marks.filter((other) => other !== mark);
    const oldest = this.#marks[0]?.position ?? this.#base + this.#undos.length;
    this.#undos.splice(0, oldest - this.#base);
    this.#base = oldest;
  }
}
