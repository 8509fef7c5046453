/**
 * Compares the records that re-executing a chain gives with those of the store. A record of one height is compared when
 * the height gives it, and then forgotten. A record that later heights write again is compared after the last height.
 */
import { crc32 } from 'node:zlib';
import { areSameHeightRecords } from '../../app/state/records.js';
import { type ByteText, bytesOfText, textOfBytes } from '../../kernel/byte_text.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import type { Store, WriteOp } from '../../storage/store.js';
import type { Findings } from './findings.js';

export const DIFFERS = 'is not what re-executing the chain gives';

/**
 * Matches records of one height. In the block store: block, results, validators, parameters, extended commit, EVM
 * record. In the state: a height's record, an earlier version of a value.
 */
const OF_ONE_HEIGHT = /^(L[brvpqe]|s[HV])/;

const STATE_OF_A_HEIGHT = /^sH/;

/** Covers all keys except the store's own. */
const EVERYTHING = { gte: new Uint8Array(0), lt: Uint8Array.of(255, 255, 255, 255) };

interface Latest {
  readonly value: Bytes;
  readonly height: bigint;
}

export class ExpectedRecords {
  readonly #latest = new Map<ByteText, Latest>();
  /**
   * Checksums of the keys that were compared. For a hundred thousand blocks they take a hundred million bytes less than
   * the keys.
   */
  readonly #compared = new Set<number>();

  constructor(
    private readonly store: Store,
    private readonly findings: Findings,
  ) {}

  get count(): number {
    return this.#compared.size + this.#latest.size;
  }

  /** Takes the writes of a height, in order. */
  take(writes: readonly WriteOp[], height: bigint): void {
    for (const write of writes) {
      const key = textOfBytes(write.key);
      if (write.type === 'del') this.#latest.delete(key);
      else if (OF_ONE_HEIGHT.test(key)) {
        this.#compared.add(sumOf(write.key));
        this.#compare(write.key, write.value, undefined);
      } else this.#latest.set(key, { value: write.value, height });
    }
  }

  /**
   * Compares the rest after the last height. `isBeside` returns whether a key belongs to a record that no block makes.
   */
  async finish(isBeside: (key: ByteText) => boolean): Promise<void> {
    for (const [key, { value, height }] of this.#latest) this.#compare(bytesOfText(key), value, height);
    for await (const key of this.store.keys(EVERYTHING)) {
      const text = textOfBytes(key);
      if (this.#latest.has(text) || isBeside(text) || this.#compared.has(sumOf(key))) continue;
      this.findings.record(key, 'belongs to no block');
    }
  }

  #compare(key: Bytes, expected: Bytes, height: bigint | undefined): void {
    const found = this.findings.read(() => this.store.need(key));
    if (found === undefined || equalBytes(found, expected)) return;
    const isSame = STATE_OF_A_HEIGHT.test(textOfBytes(key)) && areSameHeightRecords(found, expected);
    if (!isSame) this.findings.record(key, DIFFERS, height);
  }
}

/** Reads every record that can be read. When a chain cannot be re-executed, nothing else can be checked of the rest. */
export async function readEverything(store: Store, findings: Findings): Promise<void> {
  for await (const key of store.keys(EVERYTHING)) findings.read(() => store.get(key));
}

export async function isEmpty(store: Store): Promise<boolean> {
  for await (const _ of store.keys(EVERYTHING)) return false;
  return true;
}

/** Returns a small integer, which a set stores without boxing. */
const sumOf = (key: Bytes): number => crc32(key) | 0;
