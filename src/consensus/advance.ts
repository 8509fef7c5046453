/**
 * Computes the decided state after a block. The memo table makes nodes share the objects, so "equal" is mostly "the
 * same".
 */
import type { FinalizeBlockResponse } from '../abci/application.js';
import { type Caches, memoOf } from './caches.js';
import { type DecidedState, pastHeight } from './decided_state.js';
import { record } from './height_history.js';
import { nextState } from './types/chain_state.js';
import type { WholeBlock } from './types/whole_block.js';

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
