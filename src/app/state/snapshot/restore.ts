/** Builds a state from the chunks of a snapshot. Nothing is committed before all of them have the expected app hash. */
import { CodecError } from '../../../codec/protobuf/index.js';
import { EMPTY_CODE_HASH } from '../../../evm/state.js';
import { type Bytes, bytesToBigint, equalBytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { toHex, toUpperHex } from '../../../kernel/hex.js';
import {
  type AppState,
  type SealedState,
  STORE_NAMES,
  type StateReader,
  type StoreName,
  type WorkingState,
} from '../types.js';
import { decodeChunk, type SnapshotItem } from './items.js';

const isStoreName = (name: string): name is StoreName => (STORE_NAMES as readonly string[]).includes(name);

const ADDRESS_BYTES = 20;
const WORD_BYTES = 32;

function mustHave(what: string, bytes: Bytes, length: number): void {
  if (bytes.length !== length)
    throw new CodecError(`a snapshot has ${what} of ${bytes.length} bytes, expected ${length}`);
}

function mustFit(what: string, { length }: Bytes): void {
  if (length > WORD_BYTES)
    throw new CodecError(`a snapshot has ${what} of ${length} bytes, expected at most ${WORD_BYTES}`);
}

export class StateRestore {
  readonly #working: WorkingState;
  #address: Bytes | undefined;
  #head: Bytes | undefined;
  /** Hashes of the codes so far in hex, because the app hash covers only the hash of an account's code. */
  readonly #codes = new Set([toHex(EMPTY_CODE_HASH)]);

  /** `state` must be empty. */
  constructor(
    private readonly state: AppState,
    height: bigint,
  ) {
    this.#working = state.begin(height);
  }

  /** Data of the host in the snapshot; `undefined` before the first chunk. */
  get head(): Bytes | undefined {
    return this.#head;
  }

  /** State of the chunks so far. */
  get restored(): StateReader {
    return this.#working;
  }

  /** Adds the next chunk. Throws CodecError for bytes that are none. */
  add(chunk: Bytes): void {
    for (const item of decodeChunk(chunk)) this.#put(item);
  }

  /** Seals the state. The caller writes and commits it. Throws CodecError when its app hash is another. */
  seal(appHash: Bytes): SealedState {
    const sealed = this.state.seal();
    if (equalBytes(sealed.appHash, appHash)) return sealed;
    throw new CodecError(
      `the state of the snapshot has the app hash ${toUpperHex(sealed.appHash)}, expected ${toUpperHex(appHash)}`,
    );
  }

  #put(item: SnapshotItem): void {
    const working = this.#working;
    switch (item.type) {
      case 'head':
        this.#head = item.value.content;
        return;
      case 'code':
        working.setCode(item.value.code);
        this.#codes.add(toHex(keccak256(item.value.code)));
        return;
      case 'account': {
        const { address, nonce, balance, codeHash } = item.value;
        mustHave('an address', address, ADDRESS_BYTES);
        mustFit('a balance', balance);
        if (!this.#codes.has(toHex(codeHash))) throw new CodecError('a snapshot has an account without its code');
        this.#address = address;
        working.setAccount(address, { nonce, balance: bytesToBigint(balance), codeHash });
        return;
      }
      case 'slot':
        if (this.#address === undefined) throw new CodecError('a snapshot has a slot before the first account');
        mustHave('a slot', item.value.slot, WORD_BYTES);
        mustFit('a value of a slot', item.value.value);
        working.setStorage(this.#address, item.value.slot, item.value.value);
        return;
      case 'entry': {
        const { store, key, value } = item.value;
        if (!isStoreName(store)) throw new CodecError(`a snapshot has an entry of the unknown store "${store}"`);
        if (value.length === 0) throw new CodecError('a snapshot has an empty entry');
        working.set(store, key, value);
      }
    }
  }
}
