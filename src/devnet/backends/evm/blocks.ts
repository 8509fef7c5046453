/** Reads published blocks, and finds pending transactions by hash. */
import type { HalleyApplication } from '../../../app/application.js';
import type { EvmBlocks } from '../../../backend/evm/blocks.js';
import { evmTransaction } from '../../../chain/evm/receipts.js';
import type { EvmChain } from '../../../chain/evm_chain.js';
import type { Mempool } from '../../../mempool/mempool.js';

export interface BlocksDeps {
  readonly app: HalleyApplication;
  readonly pool: Mempool;
  readonly blocks: EvmChain;
  readonly slotsInAnEpoch: number;
}

export const evmBlocks = ({ app, pool, blocks, slotsInAnEpoch }: BlocksDeps): EvmBlocks => ({
  head: () => blocks.head,
  safeDistance: BigInt(slotsInAnEpoch),
  firstHeight: blocks.firstNumber,
  isPruned: blocks.isPruned,
  reverts: () => blocks.reverts,
  block: (height) => blocks.block(height),
  fees: (height) => blocks.fees(height),
  heightOfHash: (hash) => blocks.heightOfHash(hash),
  transaction: (hash) => {
    const mined = blocks.receipt(hash)?.transaction;
    if (mined !== undefined) return mined;
    const pooled = pool.byEthereumHash(hash);
    const known = pooled && app.transaction(pooled.tx);
    return known && evmTransaction(known.raw, known.from, hash);
  },
  receipt: (hash) => blocks.receipt(hash),
  bloom: (height) => blocks.bloom(height),
  logs: (height) => blocks.logs(height),
});
