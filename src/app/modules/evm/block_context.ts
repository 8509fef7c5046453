/**
 * Computes what contracts see of the block around them. PREVRANDAO is keccak256 of the parent's hash: it changes with
 * every block, and every node agrees on it. It is known before the block is built, so that a call on top of the chain
 * sees what the next block will. It is predictable, which is enough for tests.
 */
import type { BlockContext } from '../../../evm/block_context.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { evmTimestamp } from '../../../kernel/time.js';
import { type BlockRecord, readBlockRecord } from '../../sdk/block_record.js';
import { blockGasLimit, type ChainParams, readChainParams } from '../../sdk/chain_params.js';
import { memoizeDecoded } from '../../state/memoize_decoded.js';
import type { StateReader } from '../../state/types.js';
import { baseFeeAt } from '../feemarket/base_fee.js';
import type { FeeMarketParams } from '../feemarket/params.js';
import { readFeeMarketParams } from '../feemarket/store.js';

/** Returns `mixHash` of the block whose parent has this hash. It is computed once for each array. */
export const prevRandaoOf: (parentHash: Bytes) => Bytes = memoizeDecoded(keccak256);

interface Sources {
  readonly record: BlockRecord;
  readonly params: ChainParams;
  readonly market: FeeMarketParams;
}

/** Last context by its sources. Calls need the same one again and again, and an EVM recognizes it by its identity. */
let last: (Sources & { readonly context: BlockContext }) | undefined;

/** Returns the context of the block that left `state`, which is also that of calls at its height. */
export function contextOf(state: StateReader): BlockContext {
  const record = readBlockRecord(state);
  const params = readChainParams(state);
  const market = readFeeMarketParams(state);
  if (last?.record === record && last.params === params && last.market === market) return last.context;
  const context = madeOf({ record, params, market });
  last = { record, params, market, context };
  return context;
}

function madeOf({ record, params, market }: Sources): BlockContext {
  return {
    evmChainId: params.evmChainId,
    number: record.height,
    timestamp: evmTimestamp(record.time),
    coinbase: record.coinbase,
    prevRandao: record.prevRandao ?? prevRandaoOf(record.parentHash),
    gasLimit: blockGasLimit(params),
    baseFeePerGas: baseFeeAt(market, record.height),
  };
}
