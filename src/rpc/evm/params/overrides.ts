/**
 * Decodes state and block overrides of `eth_call` and `eth_estimateGas` (geth's third and fourth parameter). Moving
 * precompiles and the blob base fee are not supported, and are refused rather than ignored. `difficulty` has no meaning
 * since the merge.
 */

import type { BlockOverrides, StateOverride, StateOverrides } from '../../../backend/evm/execution.js';
import { encodeEip55 } from '../../../codec/ethereum/eip55.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { defined } from '../../../kernel/defined.js';
import { to0x } from '../../../kernel/hex.js';
import { DecodeError, refusal } from '../../jsonrpc/errors.js';
import { optional, type Param } from '../../jsonrpc/method.js';
import { decodeAddress, decodeData, decodeHash } from './data.js';
import { decodeList, decodeObject, member } from './go_json.js';
import { decodeBig, decodeUint64 } from './numbers.js';

function decodeSlots(value: unknown, field: string): ReadonlyMap<string, Uint8Array> {
  const slots = Object.entries(decodeObject(value, 'map[common.Hash]common.Hash', field));
  return new Map(slots.map(([slot, word]) => [to0x(decodeHash(slot, field)), decodeHash(word, field)]));
}

function decodeStateOverride(value: unknown, address: Bytes): StateOverride {
  const object = decodeObject(value, 'override.OverrideAccount');
  const field = (name: string): string => `OverrideAccount.${name}`;
  const override = defined<StateOverride>({
    nonce: member(object, 'nonce', (v) => decodeUint64(v, field('nonce'))),
    code: member(object, 'code', (v) => decodeData(v, field('code'))),
    balance: member(object, 'balance', (v) => decodeBig(v, field('balance'))),
    state: member(object, 'state', (v) => decodeSlots(v, field('state'))),
    stateDiff: member(object, 'stateDiff', (v) => decodeSlots(v, field('stateDiff'))),
  });
  if (override.state !== undefined && override.stateDiff !== undefined)
    throw refusal(`failed to apply state override: account ${encodeEip55(address)} has both 'state' and 'stateDiff'`);
  if (member(object, 'movePrecompileToAddress', () => true))
    throw new DecodeError(`movePrecompileToAddress is not supported (account ${encodeEip55(address)})`);
  return override;
}

export function decodeStateOverrides(value: unknown): StateOverrides {
  const accounts = Object.entries(decodeObject(value, 'override.StateOverride'));
  return new Map(
    accounts.map(([key, override]) => {
      const address = decodeAddress(key);
      return [to0x(address), decodeStateOverride(override, address)];
    }),
  );
}

export function decodeBlockOverrides(value: unknown): BlockOverrides {
  const object = decodeObject(value, 'override.BlockOverrides');
  const field = (name: string): string => `BlockOverrides.${name}`;
  if (member(object, 'blobBaseFee', () => true)) throw new DecodeError('blobBaseFee is not supported');
  member(object, 'withdrawals', (list) => {
    if (decodeList(list, 'types.Withdrawals', field('withdrawals')).length > 0)
      throw new DecodeError('withdrawals are not supported: no block of this chain holds any');
  });
  return defined<BlockOverrides>({
    number: member(object, 'number', (v) => decodeBig(v, field('number'))),
    time: member(object, 'time', (v) => decodeUint64(v, field('time'))),
    gasLimit: member(object, 'gasLimit', (v) => decodeUint64(v, field('gasLimit'))),
    feeRecipient: member(object, 'feeRecipient', (v) => decodeAddress(v, field('feeRecipient'))),
    prevRandao: member(object, 'prevRandao', (v) => decodeHash(v, field('prevRandao'))),
    baseFeePerGas: member(object, 'baseFeePerGas', (v) => decodeBig(v, field('baseFeePerGas'))),
  });
}

export const stateOverrides: Param<StateOverrides | undefined> = optional(
  'stateOverrides',
  'object: address → {balance, nonce, code, state, stateDiff}',
  decodeStateOverrides,
);

export const blockOverrides: Param<BlockOverrides | undefined> = optional(
  'blockOverrides',
  'object: {number, time, gasLimit, feeRecipient, prevRandao, baseFeePerGas}',
  decodeBlockOverrides,
);
