/** The block to which a rollback or a reset reverts. */
import type { BlockStore } from '../../chain/block_store/block_store.js';
import { standingAt } from '../../chain/block_store/state_at.js';
import { commitOfVotes } from '../../consensus/tally/commit_of_votes.js';
import type { SimNetwork } from '../../simulation/index.js';
import type { RevertTarget } from './snapshot_part.js';

/** Describes a block. For the newest one, the commit has the precommits that came after the decision too. */
export function revertTarget(blockStore: BlockStore, simNetwork: SimNetwork, height: bigint): RevertTarget {
  if (height < blockStore.height) return { height, ...standingAt(blockStore, height) };
  const { state, seenCommit } = blockStore;
  for (let node = 0; node < simNetwork.size; node++) {
    const { lastCommit } = simNetwork.node(node).engine.round;
    if (lastCommit?.height === height) return { height, state, seenCommit: commitOfVotes(lastCommit) };
  }
  return { height, state, seenCommit };
}
