/** Applies the state and block overrides of a call (evm-json-rpc.md 5.2) to a temporary fork. */

import type { BlockOverrides, EvmCallRequest, StateOverride, StateOverrides } from '../../backend/evm/execution.js';
import type { BlockContext } from '../../evm/block_context.js';
import { EMPTY_ACCOUNT } from '../../evm/state.js';
import { withoutLeadingZeros } from '../../evm/word.js';
import type { Bytes } from '../../kernel/bytes.js';
import { fromHex } from '../../kernel/hex.js';
import { finish, type Steps } from '../../kernel/steps.js';
import type { WorkingState } from '../state/types.js';
import { ZERO_ADDRESS } from './simulate.js';

/** Most slots that one step writes. */
const SLOTS_OF_STEP = 64;

/** Writes the overrides. Returns undefined, or the error text for overrides that cannot be written. */
export const applyStateOverrides = (state: WorkingState, overrides: StateOverrides): string | undefined =>
  finish(applyingStateOverrides(state, overrides));

/** Does the same as `applyStateOverrides`, in steps. */
export function* applyingStateOverrides(state: WorkingState, overrides: StateOverrides): Steps<string | undefined> {
  for (const [address, override] of overrides) {
    if (override.state !== undefined && override.stateDiff !== undefined)
      return `failed to apply state override: account ${address} has both 'state' and 'stateDiff'`;
    yield* overrideAccount(state, fromHex(address), override);
  }
  return undefined;
}

/** Raises the sender's balance to the value that it sends, where it has less. */
export function assumeFunds(state: WorkingState, { from = ZERO_ADDRESS, value = 0n }: EvmCallRequest): void {
  const sender = state.account(from) ?? EMPTY_ACCOUNT;
  if (sender.balance < value) state.setAccount(from, { ...sender, balance: value });
}

function* overrideAccount(state: WorkingState, address: Bytes, override: StateOverride): Steps<void> {
  const before = state.account(address) ?? EMPTY_ACCOUNT;
  state.setAccount(address, {
    nonce: override.nonce ?? before.nonce,
    balance: override.balance ?? before.balance,
    codeHash: override.code === undefined ? before.codeHash : codeHashOf(state, override.code),
  });
  if (override.state !== undefined) state.clearStorage(address);
  let written = 0;
  for (const [slot, value] of override.state ?? override.stateDiff ?? []) {
    state.setStorage(address, fromHex(slot), withoutLeadingZeros(value));
    if (++written % SLOTS_OF_STEP === 0) yield;
  }
}

const codeHashOf = (state: WorkingState, code: Bytes): Bytes =>
  code.length === 0 ? EMPTY_ACCOUNT.codeHash : state.setCode(code);

export const overrideContext = (context: BlockContext, overrides: BlockOverrides): BlockContext => ({
  evmChainId: context.evmChainId,
  number: overrides.number ?? context.number,
  timestamp: overrides.time ?? context.timestamp,
  coinbase: overrides.feeRecipient ?? context.coinbase,
  prevRandao: overrides.prevRandao ?? context.prevRandao,
  gasLimit: overrides.gasLimit ?? context.gasLimit,
  baseFeePerGas: overrides.baseFeePerGas ?? context.baseFeePerGas,
});
