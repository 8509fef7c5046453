/**
 * Reads and writes the fee market's keys: parameters, and the gas that the last block counts for (Ethermint x/feemarket
 * keys).
 */
import { bigintToBytes, bytesToBigint } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import { utf8 } from '../../../kernel/text.js';
import { memoizeDecoded } from '../../state/memoize_decoded.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { FeeMarketParams } from './params.js';

const PARAMS_KEY = utf8('Params');
const BLOCK_GAS_KEY = Uint8Array.of(1);

const decodeParams = memoizeDecoded(FeeMarketParams.decode);

export function readFeeMarketParams(state: StateReader): FeeMarketParams {
  const value = state.get('feemarket', PARAMS_KEY);
  invariant(value !== undefined, 'the fee market is used before InitChain: its parameters are missing');
  return decodeParams(value);
}

export function writeFeeMarketParams(state: WorkingState, params: FeeMarketParams): void {
  state.set('feemarket', PARAMS_KEY, FeeMarketParams.encode(params));
}

/** Returns the `W` of evm-json-rpc.md 6.2 for the last block. */
export const readBlockGas = (state: StateReader): bigint => {
  const value = state.get('feemarket', BLOCK_GAS_KEY);
  return value === undefined ? 0n : bytesToBigint(value);
};

export function writeBlockGas(state: WorkingState, gas: bigint): void {
  state.set('feemarket', BLOCK_GAS_KEY, bigintToBytes(gas, 8));
}
