/** Code by its hash, together with its delegate and its place in the interpreter's memory. */

import { textOfBytes } from '../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { type AccountsReader, delegateOf } from '../state.js';
import type { Instance } from './wasm_instance.js';

export class Code {
  /** Account whose code runs in place of this code (EIP-7702). */
  readonly delegate: Bytes | undefined;
  /** Address of the code in the memory of the instance; 0 when the instance does not have the code. */
  place = 0;

  constructor(readonly bytes: Bytes) {
    this.delegate = delegateOf(bytes);
  }
}

export const NO_CODE = new Code(EMPTY_BYTES);

/** Most bytes of code that an instance holds. Above it, the next run begins with a new instance. */
const MAX_BYTES = 4 * 1024 * 1024;

export class Codes {
  readonly #byHash = new Map<string, Code>();
  /** Code by the array of a hash. The state returns the same array for an account until its code changes. */
  readonly #byArray = new WeakMap<Bytes, Code>();
  #bytes = 0;

  get areTooMany(): boolean {
    return this.#bytes > MAX_BYTES;
  }

  of(state: AccountsReader, hash: Bytes): Code {
    const known = this.#byArray.get(hash);
    if (known !== undefined) return known;
    const code = this.#find(state, hash);
    this.#byArray.set(hash, code);
    return code;
  }

  #find(state: AccountsReader, hash: Bytes): Code {
    const text = textOfBytes(hash);
    const known = this.#byHash.get(text);
    if (known !== undefined) return known;
    const bytes = state.code(hash);
    const code = bytes.length === 0 ? NO_CODE : new Code(bytes);
    this.#byHash.set(text, code);
    this.#bytes += bytes.length;
    return code;
  }

  /** Returns the code's address in the instance's memory, and copies the code there first when needed. */
  placeOf(code: Code, instance: Instance): number {
    if (code.place === 0) code.place = instance.putCode(code.bytes);
    return code.place;
  }
}
