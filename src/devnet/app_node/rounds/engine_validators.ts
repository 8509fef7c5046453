/** Numbers the validators of a network of which one node is observed. */
import type { ValidatorPicture } from '../../../backend/rounds.js';
import { shortHex } from '../../../client/json_values.js';
import type { Member } from '../../../client/read_validators.js';
import { type Names, nameOf } from '../../../client/rounds/names.js';

/** Indexes of the validators, which do not change when the set changes. */
export class EngineValidators {
  #addresses: string[] = [];
  /** Index by the first digits of an address, which are all that a dump has. */
  readonly #indexes = new Map<string, number>();
  #members: readonly Member[] = [];
  #own = '';

  /**
   * Sets the current validator set. If the key of the observed node is not in the set, the node gets an index of its
   * own.
   */
  update(members: readonly Member[], own: string): void {
    this.#members = members;
    this.#own = own;
    for (const { address } of members) this.#add(address);
    if (own !== '') this.#add(own);
  }

  /** Index of the observed node; -1 while its key is not known. */
  get own(): number {
    return this.of(this.#own);
  }

  get count(): number {
    return this.#addresses.length;
  }

  /** Returns the index of an address, of which the first digits are enough; -1 for one that is not known. */
  of(address: string | undefined): number {
    return this.#indexes.get(shortHex(address ?? '')) ?? -1;
  }

  /** Describes the validators in the order of their indexes. Those that left the set have no power. */
  pictures(names: Names): readonly ValidatorPicture[] {
    const byAddress = new Map(this.#members.map((member) => [member.address, member]));
    return this.#addresses.map((address) => {
      const { power = 0n, priority = 0n } = byAddress.get(address) ?? {};
      const name = nameOf(names, shortHex(address));
      return { name, address, power: `${power}`, priority: `${priority}`, byzantine: false };
    });
  }

  #add(address: string): void {
    const key = shortHex(address);
    if (this.#indexes.has(key)) return;
    this.#indexes.set(key, this.#addresses.length);
    this.#addresses.push(address);
  }
}
