/**
 * What EthereumJS's interpreter finds out about a code before its first jump (destinations, pushes, operations), kept
 * from frame to frame: the interpreter itself begins anew in each, which is a quarter of the time of a busy suite.
 */

/** Bytes of code; what is known of a byte takes some twenty. */
const MAX_CODE_BYTES = 256 * 1024;

/** By the array that holds the code: state hands out the same one until the account's code changes. */
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

/** An interpreter, as far as it is needed here. */
interface Interpreter {
  readonly _evm: { readonly analyses?: Analyses };
  _getValidJumpDestinations(code: Uint8Array): unknown;
}

let patched: object | undefined;

/** The library does not export its interpreter: one that has run shows its class. Others than ours go on as before. */
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
