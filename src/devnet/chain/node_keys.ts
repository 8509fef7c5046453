/**
 * The keys of a chain's nodes: those of its genesis, then those of the validators that have entered the set since. A state
 * determines how many there are, because keys follow from the seed, and slashing has a record of each validator that was
 * in the set, also of one that staking has removed.
 */
import { signingInfo } from '../../app/modules/slashing/store.js';
import { validatorByConsensusAddress } from '../../app/modules/staking/store.js';
import type { StateReader } from '../../app/state/types.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { ValidatorKey } from '../../simulation/index.js';
import { validatorKey } from './validator_keys.js';

export class NodeKeys {
  /** Keys after those of the genesis, with the names that follow from the seed. */
  readonly #derived: ValidatorKey[] = [];
  /** Keys under other names, so that a key with a name is always the same object. */
  readonly #named = new Map<string, ValidatorKey>();

  constructor(
    private readonly seed: string,
    private readonly genesis: readonly ValidatorKey[],
  ) {}

  /** Returns the keys of all nodes that a chain with this state has. */
  at(state: StateReader): readonly ValidatorKey[] {
    return this.#while(state, (address) => signingInfo(state, address) !== undefined);
  }

  /** Returns the keys of all nodes, and of validators in staking that may enter the set. */
  registeredAt(state: StateReader): readonly ValidatorKey[] {
    return this.#while(
      state,
      (address) =>
        validatorByConsensusAddress(state, address) !== undefined || signingInfo(state, address) !== undefined,
    );
  }

  #while(state: StateReader, isTaken: (address: Bytes) => boolean): readonly ValidatorKey[] {
    const keys = [...this.genesis];
    for (;;) {
      const key = this.key(keys.length);
      if (!isTaken(key.address)) return keys;
      const staked = validatorByConsensusAddress(state, key.address);
      keys.push(this.#called(key, staked?.validator.description.moniker ?? key.name));
    }
  }

  /**
   * Returns the key of the node that is added when there are `index` nodes. The types of the genesis' keys repeat, so
   * that their code is loaded.
   */
  key(index: number): ValidatorKey {
    const { length } = this.genesis;
    const at = index - length;
    const key = this.#derived[at] ?? validatorKey(this.seed, index, this.genesis[index % length]?.pubKey.type);
    this.#derived[at] = key;
    return key;
  }

  #called(key: ValidatorKey, name: string): ValidatorKey {
    if (name === key.name) return key;
    const id = `${key.name} ${name}`;
    const named = this.#named.get(id) ?? { ...key, name };
    this.#named.set(id, named);
    return named;
  }
}
