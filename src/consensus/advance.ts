/** A ledger and the one after it. The memo table makes nodes share the objects, so that "equal" is mostly "the same". */
import type { FinalizeBlockResponse } from '../abci/application.js';
import { type Caches, memoOf } from './caches.js';
import { type Ledger, pastHeight } from './decided_state.js';
import { record } from './height_history.js';
import { nextState } from './types/chain_state.js';
import type { WholeBlock } from './types/whole_block.js';

/** The ledger after `whole`, which the application answered with `response`. */
export function advance(caches: Caches, ledger: Ledger, whole: WholeBlock, response: FinalizeBlockResponse): Ledger {
  const memo = memoOf(caches, whole);
  const known = memo.advanced;
  if (known !== undefined && known.before === ledger && known.response === response) return known.after;
  const { header } = whole.block;
  const chain = nextState(ledger.chain, whole.block, whole.id, response);
  const past = record(ledger.past, header.height, pastHeight(whole.block, ledger.chain.validators));
  const after = { chain, lastAppHash: header.appHash, past };
  memo.advanced = { before: ledger, response, after };
  return after;
}
