/** Computes EIP-1559's base fee as the fee market does (evm-json-rpc.md 6.2), in whole wei. */

import { cappedToUint256 } from '../../../kernel/uint256.js';
import { readBlockRecord } from '../../sdk/block_record.js';
import { blockGasLimit, readChainParams } from '../../sdk/chain_params.js';
import { readNextHeader } from '../../sdk/next_header.js';
import type { StateReader } from '../../state/types.js';
import { DECIMAL_ONE } from '../../types/coins.js';
import type { FeeMarketParams } from './params.js';
import { readBlockGas, readFeeMarketParams } from './store.js';

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Returns true if the block of this height charges a base fee. */
export const hasBaseFee = ({ noBaseFee, enableHeight }: FeeMarketParams, height: bigint): boolean =>
  !noBaseFee && height >= enableHeight;

/** Returns the base fee of the block that wrote `params`. It is 0 while the market is off. */
export function baseFeeAt(params: FeeMarketParams, height: bigint): bigint {
  return hasBaseFee(params, height) ? params.baseFee : 0n;
}

/**
 * Computes the base fee of block `height`, whose parent left `params` and counted for `parentGas`. `gasLimit` is the
 * parent's; its target is the limit divided by the elasticity. A base fee stays below 2^256.
 */
export function nextBaseFee(params: FeeMarketParams, height: bigint, parentGas: bigint, gasLimit: bigint): bigint {
  if (!hasBaseFee(params, height)) return 0n;
  if (height === params.enableHeight) return params.baseFee;
  const target = gasLimit / params.elasticityMultiplier;
  if (target === 0n) return 0n;
  const step = (distance: bigint): bigint => (params.baseFee * distance) / target / params.baseFeeChangeDenominator;
  if (parentGas > target) return cappedToUint256(params.baseFee + max(step(parentGas - target), 1n));
  if (parentGas === target) return params.baseFee;
  return max(params.baseFee - step(target - parentGas), params.minGasPrice / DECIMAL_ONE);
}

/**
 * Returns the base fee of the next block on top of `state`: the one that a dev transaction has set, or the market's.
 * `parentGasLimit` is the limit of the block that `state` is after.
 */
export function nextBaseFeeOf(
  state: StateReader,
  parentGasLimit: bigint = blockGasLimit(readChainParams(state)),
): bigint {
  const { baseFee } = readNextHeader(state);
  if (baseFee !== undefined) return baseFee;
  const height = readBlockRecord(state).height + 1n;
  return nextBaseFee(readFeeMarketParams(state), height, readBlockGas(state), parentGasLimit);
}
