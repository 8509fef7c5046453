/** Puts the fees of earlier blocks before those of the chain's own blocks. */
import type { EarlierHistory } from '../../../backend/evm/earlier.js';
import { quantity } from '../quantity.js';
import type { JsonObject } from '../views/json.js';
import type { Ask } from './locate.js';

/** Lists the members with an entry for each block. */
const OF_BLOCKS = ['gasUsedRatio', 'blobGasUsedRatio', 'reward'];
/** Lists the members with one entry more, which is that of the next block. */
const WITH_NEXT = ['baseFeePerGas', 'baseFeePerBlobGas'];

/**
 * Resolves to one fee history: that of the earlier blocks from `oldest` on, then `own`, which begins above them. A
 * remote that limits the blocks gives fewer, the newest ones. A member that only one part has is left out.
 */
export async function withEarlierFees(
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
