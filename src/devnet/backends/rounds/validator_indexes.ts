/**
 * Numbers validators for the dashboard. A validator has the index of its node; those without a node follow, in the order
 * of the set.
 */
import type { ValidatorSet } from '../../../consensus/types/validator_set.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import type { SimNetwork } from '../../../simulation/index.js';

export class ValidatorIndexes {
  #addresses: readonly Bytes[] = [];
  #known = new WeakMap<Bytes, number>();

  /** Addresses by index. */
  get addresses(): readonly Bytes[] {
    return this.#addresses;
  }

  /** Reads the nodes of the network, and the members of a set, anew. */
  update(network: SimNetwork, { validators }: ValidatorSet): void {
    const own = Array.from({ length: network.size }, (_, index) => network.node(index).key.address);
    const isOwn = (address: Bytes): boolean => own.some((known) => equalBytes(known, address));
    this.#addresses = [...own, ...validators.map(({ address }) => address).filter((address) => !isOwn(address))];
    this.#known = new WeakMap();
  }

  /** Returns the index of the validator with an address; -1 for one that is neither a node nor in the set. */
  of(address: Bytes): number {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    const index = this.#addresses.findIndex((other) => equalBytes(other, address));
    this.#known.set(address, index);
    return index;
  }
}
