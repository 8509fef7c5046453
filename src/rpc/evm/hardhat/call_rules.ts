/** Makes calls and estimates follow Hardhat's rules: the sender needs no funds, and a price need not cover a base fee. */

import type { EvmWallet } from '../../../backend/evm/accounts.js';
import type { BlockOverrides, EvmCallRequest } from '../../../backend/evm/execution.js';
import type { CompatMode } from '../compat_mode.js';

/** Tip in wei that Hardhat's node uses for an estimate without one. */
const ESTIMATED_TIP = 1_000_000_000n;
const FREE = 0n;

export interface PricedCall {
  readonly call: EvmCallRequest;
  readonly overrides: BlockOverrides | undefined;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Returns what GASPRICE shows where BASEFEE is 0. */
function priceOf({ gasPrice, maxFeePerGas: cap, maxPriorityFeePerGas: tip }: EvmCallRequest, usualTip: bigint): bigint {
  if (gasPrice !== undefined) return gasPrice;
  const offered = tip ?? usualTip;
  return cap === undefined ? offered : least(cap, offered);
}

function priced(
  wallet: EvmWallet,
  request: EvmCallRequest,
  tip: bigint,
  overrides: BlockOverrides | undefined,
): PricedCall {
  const { maxFeePerGas: _cap, maxPriorityFeePerGas: _tip, from = wallet.accounts()[0], ...rest } = request;
  return {
    call: { ...rest, from, gasPrice: priceOf(request, tip), assumeFunds: true },
    overrides: { ...overrides, baseFeePerGas: overrides?.baseFeePerGas ?? 0n },
  };
}

/**
 * Returns the call to run for a client in this mode. For Hardhat, the first account sends a call that has no sender.
 */
export const callFor = (
  wallet: EvmWallet,
  { runsAsHardhat }: CompatMode,
  call: EvmCallRequest,
  overrides?: BlockOverrides,
): PricedCall => (runsAsHardhat ? priced(wallet, call, FREE, overrides) : { call, overrides });

/** Returns the call to estimate for a client in this mode. For Hardhat, it has a price even if the request has none. */
export const estimateFor = (
  wallet: EvmWallet,
  { runsAsHardhat }: CompatMode,
  call: EvmCallRequest,
  overrides?: BlockOverrides,
): PricedCall => (runsAsHardhat ? priced(wallet, call, ESTIMATED_TIP, overrides) : { call, overrides });
