/**
 * Reverts a chain to an earlier height in three parts. The first part only reads, in slices; clients read the old state
 * meanwhile. The second part reverts without a pause, so that no client sees state and blocks of different heights. The
 * third part frees, in slices, what only the later heights used. No other command of the loop runs between the parts.
 */
import type { AppState, Revert } from '../../app/state/types.js';
import type { ChainState } from '../../consensus/types/chain_state.js';
import type { Commit } from '../../consensus/types/commit.js';
import type { WriteOp } from '../../storage/store.js';
import type { CoreChain } from '../chain/chain.js';
import { inSlices } from './slices.js';

export interface PreparedRevert {
  /** Runs the second part. Returns the writes that make it durable, for one batch; `seenCommit` decided the height. */
  goBack(state: ChainState, seenCommit: Commit | undefined): readonly WriteOp[];
  /** Runs the third part. Call it when the writes are durable. */
  free(): Promise<void>;
}

/** Application's part of a revert. */
type AppRevert = ReturnType<AppState['revertingTo']>;

/** Application whose own part of the way back comes later. */
const NOTHING: Revert = { apply: () => undefined, writes: [], *free() {} };

/** Runs the first part. `app` reads what our own application needs. */
export async function prepareRevert(
  { blockStore, scheduler }: CoreChain,
  height: bigint,
  app?: AppRevert,
): Promise<PreparedRevert> {
  const revert = app === undefined ? NOTHING : await inSlices(scheduler, app);
  const deletions = await inSlices(scheduler, blockStore.deletionsAbove(height));
  return {
    goBack: (state, seenCommit) => {
      revert.apply();
      return [...revert.writes, ...deletions, ...blockStore.goBackTo(height, state, seenCommit)];
    },
    free: () => inSlices(scheduler, revert.free()),
  };
}
