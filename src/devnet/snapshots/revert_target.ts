/** The block to which a rollback or a reset reverts, and from which a restart continues. */
import type { BlockStore } from '../../chain/block_store/block_store.js';
import { standingAt } from '../../chain/block_store/state_at.js';
import { commitOfVotes } from '../../consensus/tally/commit_of_votes.js';
import { equalBlockIds } from '../../consensus/types/block_id.js';
import { BlockIdFlag, type Commit } from '../../consensus/types/commit.js';
import type { SimNetwork } from '../../simulation/index.js';
import type { WriteOp } from '../../storage/store.js';
import type { Chain } from '../chain/chain.js';
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

/**
 * Returns the writes that add the precommits of the newest height which came after its decision, so that the next start
 * continues with them. There are none without such precommits.
 */
export function lateVotes({ blockStore, simNetwork }: Pick<Chain, 'blockStore' | 'simNetwork'>): readonly WriteOp[] {
  const { height, seenCommit: seen } = blockStore;
  if (seen === undefined) return [];
  const { state, seenCommit = seen } = revertTarget(blockStore, simNetwork, height);
  // After a fork of the chain, a node may have the commit of another block.
  const isMore = equalBlockIds(seenCommit.blockId, seen.blockId) && signers(seenCommit) > signers(seen);
  return isMore ? blockStore.goBackTo(height, state, seenCommit) : [];
}

const signers = ({ signatures }: Commit): number =>
  signatures.filter(({ blockIdFlag }) => blockIdFlag !== BlockIdFlag.Absent).length;
