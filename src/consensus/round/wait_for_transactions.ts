/** `create_empty_blocks`: when round 0 waits for something to put into its block (consensus-engine.md 5.6). */
import { equalBytes } from '../../kernel/bytes.js';
import type { Turn } from '../turn.js';

/** The block before changed the application's state, so a block is due that proves the new hash. */
export function needsProofBlock(turn: Turn): boolean {
  const { chain, lastAppHash } = turn.state.ledger;
  if (turn.round.height === chain.initialHeight) return true;
  return lastAppHash === undefined || !equalBytes(chain.appHash, lastAppHash);
}

/** Later rounds never wait. */
export function waitsForTransactions(turn: Turn): boolean {
  const { create, interval } = turn.env.emptyBlocks;
  if (create && interval === 0n) return false;
  return turn.round.round === 0 && !needsProofBlock(turn);
}
