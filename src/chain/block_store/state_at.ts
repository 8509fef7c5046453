/**
 * Computes the chain's state after a height below the newest one, from the blocks: each header describes the state
 * before it.
 */
import type { ChainState } from '../../consensus/types/chain_state.js';
import type { Commit } from '../../consensus/types/commit.js';
import { invariant } from '../../kernel/errors.js';
import type { BlockStore } from './block_store.js';

export interface Standing {
  readonly state: ChainState;
  /** Decided the height; the next block holds it, without extensions. */
  readonly seenCommit: Commit;
}

/** Returns the state after `height`, which is stored and not the newest. */
export function standingAt(blockStore: BlockStore, height: bigint): Standing {
  const { chainId, initialHeight } = blockStore.state;
  const stored = blockStore.block(height);
  const next = blockStore.block(height + 1n);
  const [lastValidators, validators, nextValidators] = [0n, 1n, 2n].map((above) =>
    blockStore.validators(height + above),
  );
  const params = blockStore.params(height + 1n);
  invariant(
    stored && next && lastValidators && validators && nextValidators && params,
    `${height} is below the newest height`,
  );
  const { version, lastResultsHash, appHash } = next.block.header;
  return {
    state: {
      chainId,
      initialHeight,
      appVersion: version.app,
      lastBlockHeight: height,
      lastBlockId: stored.blockId,
      lastBlockTime: stored.block.header.time,
      lastValidators,
      validators,
      nextValidators,
      params,
      lastResultsHash,
      appHash,
    },
    seenCommit: blockStore.extendedCommit(height) ?? next.block.lastCommit,
  };
}
