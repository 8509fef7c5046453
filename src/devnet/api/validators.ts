/** The validators: how consensus counts them, and what staking knows of them. */
import { operatorText } from '../../app/modules/staking/addresses.js';
import { validatorByConsensusAddress } from '../../app/modules/staking/store.js';
import { indexOfAddress, validatorAt } from '../../consensus/types/validator_set.js';
import { HalleyError } from '../../kernel/errors.js';
import { fromHex, toUpperHex } from '../../kernel/hex.js';
import type { Chain } from '../chain/chain.js';

export interface DevnetValidator {
  /** Its place among the devnet's. */
  readonly index: number;
  /** `validator-0`. */
  readonly name: string;
  /** The consensus address, in hex as `/validators` shows it. */
  readonly address: string;
  /** Its operator's account as staking writes it, `halleyvaloper1…`; undefined when it has never been a validator. */
  readonly operator: string | undefined;
  /** Voting power at the next height; 0n when it is not in the set. */
  readonly power: bigint;
  /** What is staked with it, in the smallest unit of the coin; the power follows two heights later. */
  readonly tokens: bigint;
  /** Out of the set for misbehaving. */
  readonly jailed: boolean;
}

export function validatorsOf({ keys, app, blockStore }: Chain): readonly DevnetValidator[] {
  const { validators } = blockStore.state;
  const state = app.devTxs.latest;
  return keys.map(({ name, address }, index) => {
    const at = indexOfAddress(validators, address);
    const staked = validatorByConsensusAddress(state, address);
    return {
      index,
      name,
      address: toUpperHex(address),
      operator: staked && operatorText(staked.operator, app.params.bech32Prefix),
      power: at < 0 ? 0n : validatorAt(validators, at).votingPower,
      tokens: staked?.validator.tokens ?? 0n,
      jailed: staked?.validator.jailed ?? false,
    };
  });
}

/** Throws HalleyError for what is neither an index nor an address. */
export function validatorId(validator: number | string): number | Uint8Array {
  if (typeof validator === 'number') return validator;
  if (/^(0x)?[0-9a-fA-F]{40}$/.test(validator)) return fromHex(validator);
  throw new HalleyError('invalid-argument', `"${validator}" is no consensus address: 20 bytes in hex are expected`, {
    validator,
  });
}
