/** Decides when round 0 waits for transactions, by `create_empty_blocks` (consensus-engine.md 5.6). */
import { equalBytes } from '../../kernel/bytes.js';
import type { StepDraft } from '../step_draft.js';

/** Returns true when the block before changed the application's state: a block is due that proves the new hash. */
export function needsProofBlock(draft: StepDraft): boolean {
  const { chain, lastAppHash } = draft.state.decidedState;
  if (draft.round.height === chain.initialHeight) return true;
  return lastAppHash === undefined || !equalBytes(chain.appHash, lastAppHash);
}

/** Returns true when the round waits for a transaction; later rounds than 0 never do. */
export function waitsForTransactions(draft: StepDraft): boolean {
  const { create, interval } = draft.env.emptyBlocks;
  if (create && interval === 0n) return false;
  return draft.round.round === 0 && !needsProofBlock(draft);
}
