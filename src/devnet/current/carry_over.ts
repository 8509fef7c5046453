/** Gives a chain what clients have set on the chain before it, and its pending transactions. */
import type { ChainRuntime } from '../chain_runtime.js';

/**
 * Lets `next` go on with the clock, the mining mode and the impersonated accounts of `before`, and with those of its pending
 * transactions that `next` accepts. The loop of `next` has not started.
 */
export async function carryOver(before: ChainRuntime, next: ChainRuntime): Promise<void> {
  next.clock.takeOver(before.clock, before.chain.blockStore.state.lastBlockTime);
  next.impersonation.restore(before.impersonation.snapshot());
  next.chain.simNetwork.setMiningMode(before.loop.miningMode);
  for (const { tx } of before.chain.pool.all()) await next.loop.inside.take(tx);
}
