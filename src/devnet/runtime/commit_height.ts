/**
 * Makes a decided height durable and visible: one atomic batch, then the application's commit, the block store, the mempool.
 * `height_publisher.ts` publishes its events later.
 */
import type { CommittedHeight } from '../../chain/block_store/committed_height.js';
import { assemble } from '../../consensus/types/part_set.js';
import type { NodeEvent } from '../../simulation/index.js';
import type { WriteOp } from '../../storage/store.js';
import { mayDiffer } from '../chain/block_limits.js';
import type { CoreChain } from '../chain/chain.js';
import { NO_RECORD, type RecordOfChain } from '../chain/chain_activity.js';
import { recheck } from './recheck.js';

export type CommittedEvent = Extract<NodeEvent, { type: 'committed' }>;

/** Commits a height that the simulated network has decided; writes `also` in the same batch. */
export async function commitHeight(
  chain: CoreChain,
  { decided, response, state }: CommittedEvent,
  also: readonly WriteOp[],
  record: RecordOfChain = NO_RECORD,
): Promise<void> {
  const { activity } = chain;
  // The record never has less than the store, so that it can be continued after a crash.
  const recorded = record.flush();
  if (recorded !== undefined) await recorded;
  await commitExecuted(chain, { response, state, record: assemble(decided.parts), ...decided }, also, () => {
    if (!activity.quiet) activity.publish({ type: 'decided', decided, response });
  });
}

/**
 * Commits the height that the application has executed last; writes `also` in the same batch, and calls `onStored` when
 * the batch is written.
 */
export async function commitExecuted(
  chain: CoreChain,
  height: Omit<CommittedHeight, 'evm' | 'executed'>,
  also: readonly WriteOp[] = [],
  onStored: () => void = () => undefined,
): Promise<void> {
  const { app, blockStore, pool, staged, store, pendingStore } = chain;
  const { response, state } = height;
  const committed: CommittedHeight = { ...height, evm: staged.evm, executed: staged.executed };
  const limits = mayDiffer(blockStore.state, state);
  const changed = staged.accounts;
  await store.batch([
    ...staged.writes,
    ...blockStore.prepare(committed),
    ...pendingStore.settledBy(committed.block),
    ...also,
  ]);
  onStored();
  await app.commit();
  blockStore.publish(committed);
  if (limits) chain.renewBlockLimits();
  // CometBFT's mempool checks all remaining transactions again. This one checks only those whose result may change: a
  // recheck reads the sender's account and the block's limits (`src/app/block/check_tx.ts`), never a price.
  await recheck(chain, pool.update(committed.block.txs, response.txResults, limits ? undefined : changed));
}
