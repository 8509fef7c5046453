/**
 * Caches what EthereumJS's interpreter computes about code before its first jump: destinations, pushes and operations.
 * The interpreter itself analyses the code again in every frame, which takes a quarter of the time of a busy test
 * suite.
 */

/** Limits the bytes of code whose analyses are cached. The analysis of a byte takes about twenty bytes. */
const MAX_CODE_BYTES = 256 * 1024;

/**
 * Caches analyses by the array that holds the code. The state returns the same array until the account's code changes.
 */
export class Analyses {
  readonly #known = new Map<Uint8Array, unknown>();
  #codeBytes = 0;

  of<T>(code: Uint8Array, analyse: () => T): T {
    const known = this.#known.get(code) as T | undefined;
    if (known !== undefined) {
      this.#known.delete(code);
      this.#known.set(code, known);
      return known;
    }
    const found = analyse();
    this.#known.set(code, found);
    this.#codeBytes += code.length;
    for (const [oldest] of this.#known) {
      if (this.#codeBytes <= MAX_CODE_BYTES) break;
      this.#known.delete(oldest);
      this.#codeBytes -= oldest.length;
    }
    return found;
  }
}

/** Describes the members of the library's interpreter that are used here. */
interface Interpreter {
  readonly _evm: { readonly analyses?: Analyses };
  _getValidJumpDestinations(code: Uint8Array): unknown;
}

let patched: object | undefined;

/**
 * Makes the interpreter's class use the cache. The library does not export that class, so it is taken from an
 * interpreter that has run. EVMs other than ours behave as before.
 */
export function keepAnalyses(interpreter: object): void {
  const shared = Object.getPrototypeOf(interpreter) as Interpreter;
  if (shared === patched) return;
  patched = shared;
  const analyse = shared._getValidJumpDestinations;
  shared._getValidJumpDestinations = function (this: Interpreter, code) {
    const { analyses } = this._evm;
    return analyses === undefined ? analyse.call(this, code) : analyses.of(code, () => analyse.call(this, code));
  };
}
