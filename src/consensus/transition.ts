import type { FinalizeBlockResponse } from '../abci/application.js';
import { type Caches, memoOf } from './caches.js';
import { type DecidedState, pastHeight } from './decided_state.js';
import { record } from './height_history.js';
import { nextState } from './types/chain_state.js';
import type { WholeBlock } from './types/whole_block.js';

/** Transition that can be planned, as data: an unfinished step is a list of them (consensus-engine.md 5.4). */
export type Transition =
  | {
      readonly enter: 'NewRound' | 'Propose' | 'Prevote' | 'PrevoteWait' | 'Precommit' | 'PrecommitWait' | 'Commit';
      readonly height: bigint;
      /** For Commit, this is the round whose precommits decided. */
      readonly round: number;
    }
  /** Finishes the height, if its decided block is here. */
  | { readonly enter: 'Finalize' }
  /** Enters round 0 of the then current height without waiting: `skip_timeout_commit`. */
  | { readonly enter: 'NextHeight' };

/** Returns the decided state after `whole`, to which the application answered `response`. */
export function advance(
  caches: Caches,
  decidedState: DecidedState,
  whole: WholeBlock,
  response: FinalizeBlockResponse,
): DecidedState {
  const memo = memoOf(caches, whole);
  const known = memo.advanced;
  if (known !== undefined && known.before === decidedState && known.response === response) return known.after;
  const { header } = whole.block;
  const chain = nextState(decidedState.chain, whole.block, whole.id, response);
  const past = record(decidedState.past, header.height, pastHeight(whole.block, decidedState.chain.validators));
  const after = { chain, lastAppHash: header.appHash, past };
  memo.advanced = { before: decidedState, response, after };
  return after;
}
