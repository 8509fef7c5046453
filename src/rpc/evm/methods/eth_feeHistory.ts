/** Implements `eth_feeHistory` (evm-json-rpc.md 3.8, 6.7). */
import type { EarlierHistory } from '../../../backend/evm/blocks.js';
import { whenKnown } from '../../../kernel/awaitable.js';
import { runInSlices } from '../../../kernel/fair_scheduler.js';
import type { JsonObject } from '../../../kernel/json.js';
import { DecodeError } from '../../jsonrpc/errors.js';
import { defaulted, type Param, required } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { hasBlobGas } from '../fees/blob_gas.js';
import { feeHistory, newestOf, oldestOf } from '../fees/fee_history.js';
import { type Ask, askFor } from '../forked/locate.js';
import { blockNumber } from '../params/block.js';
import { cannotUnmarshal, decodeList, jsonKind } from '../params/go_json.js';
import { quantity } from '../quantity.js';
import { feeHistoryView, NO_FEE_HISTORY } from '../views/fee_history.js';

/** Members with an entry for each block. */
const OF_BLOCKS = ['gasUsedRatio', 'blobGasUsedRatio', 'reward'];
/** Members with one entry more, which is that of the next block. */
const WITH_NEXT = ['baseFeePerGas', 'baseFeePerBlobGas'];

/**
 * Resolves to one fee history: that of the earlier blocks from `oldest` on, then `own`, which begins above them. A
 * remote that limits the blocks gives fewer, the newest ones. A member that only one part has is left out.
 */
async function withEarlierFees(
  ask: Ask,
  { blockNumber }: EarlierHistory,
  oldest: bigint,
  percentiles: readonly number[],
  own: JsonObject,
): Promise<JsonObject> {
  const params = [quantity(blockNumber - oldest + 1n), quantity(blockNumber), percentiles];
  const earlier = Object(await ask('eth_feeHistory', params)) as JsonObject;
  const ratios = earlier['gasUsedRatio'];
  const blocks = Array.isArray(ratios) ? ratios.length : 0;
  if (blocks === 0) return own;
  const joined = [...OF_BLOCKS, ...WITH_NEXT].flatMap((name) => {
    const [before, after] = [earlier[name], own[name]];
    return Array.isArray(before) && Array.isArray(after) ? [[name, [...before.slice(0, blocks), ...after]]] : [];
  });
  return { oldestBlock: earlier['oldestBlock'], ...(Object.fromEntries(joined) as JsonObject) };
}

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn;

function decodeBlockCount(value: unknown): bigint {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const number = /^(0[xX][0-9a-fA-F]{1,64}|\d{0,20})$/.test(text) ? BigInt(text) : undefined;
  if (number === undefined || number > MAX_UINT64)
    throw new DecodeError(`invalid hex or decimal integer ${JSON.stringify(text)}`);
  return number;
}

function decodePercentiles(value: unknown): readonly number[] {
  return decodeList(value, '[]float64').map((item) => {
    if (typeof item !== 'number') throw cannotUnmarshal(jsonKind(item), 'float64', undefined);
    return item;
  });
}

/** Number of blocks, which may be decimal, as go-ethereum's `HexOrDecimal64` allows. */
export const blockCount: Param<bigint> = required('blockCount', 'quantity or decimal', decodeBlockCount);

export const rewardPercentiles: Param<readonly number[]> = defaulted(
  'rewardPercentiles',
  'array of increasing numbers 0..100',
  [],
  decodePercentiles,
);

export const eth_feeHistory = evmMethod({
  name: 'eth_feeHistory',
  summary: 'Returns base fees, gas used ratios and tips of a range of blocks that ends with a given one.',
  params: [blockCount, blockNumber, rewardPercentiles],
  result: 'fee history',
  handler: ({ evm, limits, scheduler, peer, forwarding }, count, newest, percentiles) =>
    whenKnown(runInSlices(scheduler, peer, feeHistory(evm, limits, count, newest, percentiles)), (history) => {
      if (history === undefined) return NO_FEE_HISTORY;
      const own = feeHistoryView(history, hasBlobGas(evm));
      const { earlier } = evm;
      if (earlier === undefined) return own;
      const oldest = oldestOf(limits, count, newestOf(history));
      if (oldest > earlier.blockNumber || history.oldestBlock > earlier.blockNumber + 1n) return own;
      return withEarlierFees(askFor({ forwarding, peer }, earlier), earlier, oldest, percentiles, own);
    }),
  example: {
    params: ['0x2', '0x3', [50]],
    result: {
      oldestBlock: '0x2',
      reward: [['0x77359400'], ['0x77359400']],
      baseFeePerGas: ['0x2da282a8', '0x27f29068', '0x22f74f95'],
      gasUsedRatio: [0.0014954, 0.0011997333333333333],
    },
  },
});
