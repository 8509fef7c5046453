/** Code by its hash: what it is for a call, and where the interpreter holds it. */

import { textOfBytes } from '../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { delegateOf } from '../authorizations.js';
import type { AccountsReader } from '../state.js';
import type { Instance } from './wasm_instance.js';

export class Code {
  /** Whose code runs instead (EIP-7702). */
  readonly delegate: Bytes | undefined;
  /** Of the instance that holds it. */
  place = 0;

  constructor(readonly bytes: Bytes) {
    this.delegate = delegateOf(bytes);
  }
}

export const NO_CODE = new Code(EMPTY_BYTES);

/** Of codes that an instance holds; then it begins anew with the next run. */
const MAX_BYTES = 4 * 1024 * 1024;

export class Codes {
  readonly #byHash = new Map<string, Code>();
  /** State hands out the same array for an account until its code changes. */
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

  /** Where the instance has it from now on. */
  placeOf(code: Code, instance: Instance): number {
    if (code.place === 0) code.place = instance.putCode(code.bytes);
    return code.place;
  }
}
