/** Parses and writes `app_state.feemarket`: parameters, and the gas that the block before the first one counts for. */

import { MAX_UINT256 } from '../../../kernel/uint256.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import type { WorkingState } from '../../state/types.js';
import { DECIMAL_ONE } from '../../types/coins.js';
import type { FeeMarketParams } from './params.js';
import { writeBlockGas, writeFeeMarketParams } from './store.js';

const ONE_GWEI = 1_000_000_000n;
/** Largest value of protobuf's uint32. */
const MAX_UINT32 = 2n ** 32n - 1n;

export interface FeeMarketGenesis {
  readonly params: FeeMarketParams;
  readonly blockGas: bigint;
}

export function parseFeeMarketGenesis(node: GenesisReader): FeeMarketGenesis {
  const params = node.field('params');
  return {
    params: {
      noBaseFee: params.field('no_base_fee').boolean(false),
      baseFeeChangeDenominator: positive(params.field('base_fee_change_denominator'), 8n),
      elasticityMultiplier: positive(params.field('elasticity_multiplier'), 2n),
      enableHeight: params.field('enable_height').uint(0n),
      baseFee: parseBaseFee(params.field('base_fee')),
      minGasPrice: params.field('min_gas_price').decimal(0n),
      minGasMultiplier: params.field('min_gas_multiplier').share(DECIMAL_ONE / 2n),
    },
    blockGas: node.field('block_gas').uint(0n),
  };
}

export function writeFeeMarketGenesis(state: WorkingState, { params, blockGas }: FeeMarketGenesis): void {
  writeFeeMarketParams(state, params);
  writeBlockGas(state, blockGas);
}

function parseBaseFee(node: GenesisReader): bigint {
  const baseFee = node.decimal(ONE_GWEI * DECIMAL_ONE) / DECIMAL_ONE;
  if (baseFee > MAX_UINT256) throw node.bad('a decimal below 2^256');
  return baseFee;
}

function positive(node: GenesisReader, fallback: bigint): bigint {
  const value = node.uint(fallback);
  if (value === 0n || value > MAX_UINT32) throw node.bad(`a whole number from 1 to ${MAX_UINT32}`);
  return value;
}
