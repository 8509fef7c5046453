/** Another chain to fork from, in memory: it answers asynchronously, and records its requests. */

import type { RemoteAccount, RemoteEntry, RemoteSource } from '../../../src/app/state/remote_source.js';
import { type RemoteKey, remoteKeyText } from '../../../src/evm/absent_remote.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { toHex } from '../../../src/kernel/hex.js';

const NOTHING = new Uint8Array(0);

export class RemoteDouble implements RemoteSource {
  /** Each request as the texts of its keys. */
  readonly requests: string[][] = [];
  /** Selects keys that are not answered. */
  silentFor: (key: RemoteKey) => boolean = () => false;
  /** Returns the hash of a block. */
  hashOf: (number: bigint) => Uint8Array = () => NOTHING;
  /** Runs before each answer. */
  meanwhile: () => void = () => {};

  constructor(
    private readonly accountOf: (address: Uint8Array) => RemoteAccount | undefined,
    private readonly slotOf: (address: Uint8Array, slot: Uint8Array) => Uint8Array | undefined,
  ) {}

  /** Creates a source from maps by hex; slots are under address and slot. */
  static of(
    accounts: Readonly<Record<string, RemoteAccount>>,
    slots: Readonly<Record<string, Uint8Array>> = {},
  ): RemoteDouble {
    return new RemoteDouble(
      (address) => accounts[toHex(address)],
      (address, slot) => slots[toHex(address) + toHex(slot)],
    );
  }

  async fetch(keys: readonly RemoteKey[]): Promise<readonly RemoteEntry[]> {
    this.requests.push(keys.map(remoteKeyText));
    await new Promise(setImmediate);
    this.meanwhile();
    if (keys.some(this.silentFor)) throw new HalleyError('unavailable', 'the node of the forked chain does not answer');
    return keys.map((key) => this.#entryOf(key));
  }

  #entryOf(key: RemoteKey): RemoteEntry {
    switch (key.type) {
      case 'account':
        return { ...key, account: this.accountOf(key.address) };
      case 'slot':
        return { ...key, value: this.slotOf(key.address, key.slot) ?? NOTHING };
      case 'blockHash':
        return { ...key, hash: this.hashOf(key.number) };
    }
  }
}
