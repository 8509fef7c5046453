/** `create_empty_blocks`: when round 0 waits for something to put into its block (consensus-engine.md 5.6). */
import { equalBytes } from '../../kernel/bytes.js';
import type { StepDraft } from '../step_draft.js';

/** The block before changed the application's state, so a block is due that proves the new hash. */
export function needsProofBlock(draft: StepDraft): boolean {
  const { chain, lastAppHash } = draft.state.decidedState;
  if (draft.round.height === chain.initialHeight) return true;
  return lastAppHash === undefined || !equalBytes(chain.appHash, lastAppHash);
}

/** Later rounds never wait. */
export function waitsForTransactions(draft: StepDraft): boolean {
  const { create, interval } = draft.env.emptyBlocks;
  if (create && interval === 0n) return false;
  return draft.round.round === 0 && !needsProofBlock(draft);
}
