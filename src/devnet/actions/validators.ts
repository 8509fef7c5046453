/**
 * Adds and removes validators of a running chain. The key of a new one is the next that follows from the seed, and its
 * node joins the network when a block has registered it.
 */
import { readValidators, validatorByConsensusAddress } from '../../app/modules/staking/store.js';
import { MsgAddValidator } from '../../codec/dev/validators.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { toUpperHex } from '../../kernel/hex.js';
import { MAX_VALIDATORS } from '../../settings/bounds.js';
import type { ValidatorKey } from '../../simulation/index.js';
import type { Chain } from '../chain/chain.js';
import { VALIDATOR_POWER } from '../chain/genesis.js';
import type { DevTxSender } from './dev_tx_sender.js';

export interface NewValidator {
  /** Voting power. The default is 10n, that of the validators of a new chain. */
  readonly power?: bigint | undefined;
  /** Name in staking and in the network. The default is its key's, such as `validator-4`. */
  readonly name?: string | undefined;
}

export class ValidatorControl {
  constructor(
    private readonly chain: Chain,
    private readonly sender: DevTxSender,
  ) {}

  /**
   * Adds a validator, and makes the block that registers it; it is in the set two heights later. Its key has the next
   * type of those that the genesis' validators have in turn. Resolves to its index.
   * Throws HalleyError: `invalid-argument` for an invalid power or name, `conflict` for a name in use or too many
   * validators, `unavailable` when no block can be decided. Then nothing has changed.
   */
  async add({ power = VALIDATOR_POWER, name }: NewValidator = {}): Promise<number> {
    let index = 0;
    await this.sender.sendDevTxAndMine(MsgAddValidator, () => {
      const key = this.nextKey();
      index = this.chain.keys.length;
      const moniker = name ?? key.name;
      this.#refuseTaken(moniker);
      const { type, bytes } = key.pubKey;
      return { pubKey: bytes, power, moniker, keyType: type === 'ed25519' ? '' : type };
    });
    return index;
  }

  /**
   * Takes all power from a validator, and makes the block that does it. Its node stays, and its power can be set again.
   * Throws HalleyError: `not-found` for an unknown validator, `conflict` when it has no power, `invalid-argument` when
   * it is jailed or no other one would remain, `unavailable` when no block can be decided.
   */
  async remove(validator: number | Bytes): Promise<void> {
    const address = this.sender.addressOf(validator);
    const staked = validatorByConsensusAddress(this.chain.app.devTxs.latest, address);
    if (staked !== undefined && !staked.validator.jailed && staked.validator.tokens === 0n)
      throw new HalleyError(
        'conflict',
        `validator ${toUpperHex(address)} has no power already; halley_setValidatorPower gives it power again`,
        { validator },
      );
    await this.sender.setValidatorPower(address, 0n);
  }

  /** Returns the keys of all validators that this devnet signs for, in the order of their indexes. */
  keys(): readonly ValidatorKey[] {
    return this.chain.keys;
  }

  /** Returns the key of the next validator. Throws HalleyError `conflict` when the devnet has as many as it may. */
  nextKey(): ValidatorKey {
    const { keys, nodeKeys } = this.chain;
    if (keys.length < MAX_VALIDATORS) return nodeKeys.key(keys.length);
    throw new HalleyError(
      'conflict',
      `this devnet has ${keys.length} validators, the limit is ${MAX_VALIDATORS}; halley_setValidatorPower gives power to one that has none`,
      { validators: keys.length },
    );
  }

  #refuseTaken(name: string): void {
    const { keys, identities, app } = this.chain;
    const names = [
      ...keys.map((key) => key.name),
      ...identities.map(({ moniker }) => moniker),
      ...readValidators(app.devTxs.latest).map(({ validator }) => validator.description.moniker),
    ];
    if (names.includes(name))
      throw new HalleyError(
        'conflict',
        `there is a validator or node with the name "${name}" already: choose another name`,
        {
          name,
        },
      );
  }
}
