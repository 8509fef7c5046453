/**
 * Reports transactions of this node's clients that no block will contain: another client sent one with the same nonce to
 * this or another node. As in geth, lookups by their hashes then return null.
 */
import type { EvmChain } from '../../chain/evm_chain.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { fromHex, to0x, toHex } from '../../kernel/hex.js';
import type { DroppedEntry } from '../log/entry.js';
import type { NodeLog } from '../log/node_log.js';
import type { AppChain } from './app_chain.js';
import type { AppLoop } from './app_loop.js';

/** Logs them from now on, until the returned function is called. */
export function logDropped(
  chain: Pick<AppChain, 'blockStore' | 'pool' | 'waiting'>,
  blocks: EvmChain,
  loop: Pick<AppLoop, 'isOfClient'>,
  log: NodeLog,
): () => void {
  return chain.waiting.gone.listen(({ hash, admission }) => {
    if (log.quiet || admission?.ethereumHash === undefined || !loop.isOfClient(toHex(hash))) return;
    const { sender, nonce, ethereumHash } = admission;
    const by = pendingAt(chain.pool, sender, nonce) ?? minedAt(blocks, chain.blockStore.height, fromHex(sender), nonce);
    log.write({
      ...{ type: 'dropped', hash: to0x(ethereumHash), from: `0x${sender}`, nonce: `${nonce}` },
      ...(by && { by: to0x(by) }),
    } satisfies DroppedEntry);
  });
}

function pendingAt(pool: AppChain['pool'], sender: string, nonce: bigint): Bytes | undefined {
  const { pending, queued } = pool.contentFrom(sender);
  return [...pending, ...queued].find(({ admission }) => admission.nonce === nonce)?.admission.ethereumHash;
}

function minedAt(blocks: EvmChain, height: bigint, sender: Bytes, nonce: bigint): Bytes | undefined {
  const txs = blocks.block(height)?.receipts.map(({ transaction }) => transaction) ?? [];
  return txs.find(({ from, nonce: taken }) => taken === nonce && equalBytes(from, sender))?.hash;
}
