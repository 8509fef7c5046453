/**
 * Computes what a run changed in the accounts that it touched (go-ethereum `prestateTracer.processDiffState`). For a
 * changed account, `pre` holds everything except storage that is unchanged or was zero. `post` holds only new values. A
 * created account is in `post` alone, a deleted one in `pre` alone. Geth also reports accounts that never existed,
 * because their code hash is zero instead of the hash of empty code; here they are left out.
 */
import { type Account, EMPTY_ACCOUNT } from '../../evm/account.js';
import { EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { fromHex } from '../../kernel/hex.js';
import type { StateReader } from '../state/types.js';
import { wordText } from './geth_error_text.js';
import { isEmpty, type PrestateOptions, type SeenAccount, type ShownAccount, type ShownAccounts } from './prestate.js';

const ZERO_WORD = wordText(EMPTY_BYTES);

export interface PrestateDiff {
  readonly pre: ShownAccounts;
  readonly post: ShownAccounts;
}

/** Returns the changes. `state` is the state after the run. */
export function diffOf(
  seen: ReadonlyMap<string, SeenAccount>,
  state: StateReader,
  { withCode }: PrestateOptions,
): PrestateDiff {
  const pre = new Map<string, ShownAccount>();
  const post = new Map<string, ShownAccount>();
  for (const [key, before] of seen) {
    const account = state.account(before.address);
    const wasThere = !isEmpty(before);
    if (account === undefined && wasThere) pre.set(key, before);
    if (account === undefined) continue;
    const storage = changedSlots(before, state);
    const after = { ...changesOf(before, account, withCode && state), storage: storage.after };
    if (!isChanged(after) && storage.count === 0) continue;
    post.set(key, after);
    if (wasThere) pre.set(key, { ...before, storage: storage.before });
  }
  return { pre, post };
}

function changesOf(before: SeenAccount, { balance, nonce, codeHash }: Account, codes: StateReader | false) {
  const isNewCode = !equalBytes(codeHash, before.codeHash ?? EMPTY_ACCOUNT.codeHash);
  return {
    balance: balance === before.balance ? undefined : balance,
    nonce: nonce === before.nonce ? undefined : nonce,
    codeHash: isNewCode ? codeHash : undefined,
    code: isNewCode && codes ? codes.code(codeHash) : undefined,
  };
}

const isChanged = ({ balance, nonce, codeHash }: ShownAccount): boolean => (balance ?? nonce ?? codeHash) !== undefined;

function changedSlots({ address, storage }: SeenAccount, state: StateReader) {
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  let count = 0;
  for (const [slot, was] of storage) {
    const is = wordText(state.storage(address, fromHex(slot)));
    if (is === was) continue;
    count++;
    if (was !== ZERO_WORD) before.set(slot, was);
    if (is !== ZERO_WORD) after.set(slot, is);
  }
  return { before, after, count };
}
