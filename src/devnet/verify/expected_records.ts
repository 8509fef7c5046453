/**
 * The records that re-executing a chain gives, against those of the store. A record of one height is compared when the
 * height gives it, and forgotten; one that later heights write again is compared when there are no more heights.
 */
import { crc32 } from 'node:zlib';
import { areSameHeightRecords } from '../../app/state/records.js';
import { type ByteText, bytesOfText, textOfBytes } from '../../kernel/byte_text.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import type { Store, WriteOp } from '../../storage/store.js';
import type { Findings } from './findings.js';

const DIFFERS = 'is not what re-executing the chain gives';

/** Block store: block, results, validators, parameters, EVM record. State: a height's record, an earlier version of a value. */
const OF_ONE_HEIGHT = /^(L[brvpe]|s[HV])/;

const STATE_OF_A_HEIGHT = /^sH/;

/** All keys but the store's own. */
const EVERYTHING = { gte: new Uint8Array(0), lt: Uint8Array.of(255, 255, 255, 255) };

interface Latest {
  readonly value: Bytes;
  readonly height: bigint;
}

export class ExpectedRecords {
  readonly #latest = new Map<ByteText, Latest>();
  /** Sums of the keys that were compared: a hundred million bytes less than the keys, for a hundred thousand blocks. */
  readonly #compared = new Set<number>();

  constructor(
    private readonly store: Store,
    private readonly findings: Findings,
  ) {}

  get count(): number {
    return this.#compared.size + this.#latest.size;
  }

  /** The writes of a height, in order. */
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

  /** After the last height. `isBeside` says which keys are of what no block makes. */
  async finish(isBeside: (key: ByteText) => boolean): Promise<void> {
    for (const [key, { value, height }] of this.#latest) this.#compare(bytesOfText(key), value, height);
    for await (const key of this.store.keys(EVERYTHING)) {
      const text = textOfBytes(key);
      if (this.#latest.has(text) || isBeside(text) || this.#compared.has(sumOf(key))) continue;
      this.findings.tell(key, 'is of no block');
    }
  }

  #compare(key: Bytes, expected: Bytes, height: bigint | undefined): void {
    const found = this.findings.read(() => this.store.need(key));
    if (found === undefined || equalBytes(found, expected)) return;
    const isSame = STATE_OF_A_HEIGHT.test(textOfBytes(key)) && areSameHeightRecords(found, expected);
    if (!isSame) this.findings.tell(key, DIFFERS, height);
  }
}

/** Every record that can be read is read: where a chain cannot be re-executed, that is all that can be said of the rest. */
export async function readEverything(store: Store, findings: Findings): Promise<void> {
  for await (const key of store.keys(EVERYTHING)) findings.read(() => store.get(key));
}

export async function isEmpty(store: Store): Promise<boolean> {
  for await (const _ of store.keys(EVERYTHING)) return false;
  return true;
}

/** A small integer, which a set keeps without a box. */
const sumOf = (key: Bytes): number => crc32(key) | 0;
