/** Shows the validators with their power in consensus and their data in staking, also those that are pending. */
import { operatorText } from '../../app/modules/staking/addresses.js';
import { validatorByConsensusAddress } from '../../app/modules/staking/store.js';
import { powerOf } from '../../consensus/types/validator_set.js';
import { toUpperHex } from '../../kernel/hex.js';
import type { Chain } from '../chain/chain.js';

export interface DevnetValidator {
  /** Index among the devnet's validators. */
  readonly index: number;
  /** Name, such as `validator-0`. */
  readonly name: string;
  /** Consensus address in hex, as in `/validators`. */
  readonly address: string;
  /** Operator address as staking writes it, `halleyvaloper1…`; `undefined` when it has never been a validator. */
  readonly operator: string | undefined;
  /** Voting power at the next height; 0n when it is not in the set. */
  readonly power: bigint;
  /** Stake in the smallest unit of the coin. The power follows two heights later. */
  readonly tokens: bigint;
  /** Whether the validator was removed from the set for misbehaviour. */
  readonly jailed: boolean;
}

export function validatorsOf({ keys, app, blockStore }: Chain): readonly DevnetValidator[] {
  const { validators } = blockStore.state;
  const state = app.devTxs.latest;
  return keys.map(({ name, address }, index) => {
    const staked = validatorByConsensusAddress(state, address);
    return {
      index,
      name,
      address: toUpperHex(address),
      operator: staked && operatorText(staked.operator, app.params.bech32Prefix),
      power: powerOf(validators, address),
      tokens: staked?.validator.tokens ?? 0n,
      jailed: staked?.validator.jailed ?? false,
    };
  });
}
