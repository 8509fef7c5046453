/**
 * Implements `prestateTracer`: the state that a run reads, as it was before. With `diffMode` it is what the run
 * changed, before and after (go-ethereum `eth/tracers/native/prestate.go`). As in geth, only the transaction and its
 * operations are observed. What stateful precompiles read or write is not seen.
 */
import { type Account, EMPTY_ACCOUNT } from '../../../evm/state.js';
import { EMPTY_BYTES, equalBytes } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { fromHex, to0x } from '../../../kernel/hex.js';
import type { StateReader } from '../../state/types.js';
import { flagOf } from '../config.js';
import { quantity, sortedObject, wordText } from '../geth_error_text.js';
import { isEmpty, type PrestateOptions, recordPrestate, type SeenAccount, type ShownAccount } from '../prestate.js';
import type { TracedMessage, Tracer, TracerDefinition } from '../tracer.js';

const ZERO_WORD = wordText(EMPTY_BYTES);

/** Accounts by address in hex. */
type ShownAccounts = ReadonlyMap<string, ShownAccount>;

export const tracer: TracerDefinition = {
  name: 'prestateTracer',
  create(message: TracedMessage): Tracer {
    const { config, state, budget } = message;
    const [diffMode, includeEmpty] = [flagOf(config, 'diffMode'), flagOf(config, 'includeEmpty')];
    if (diffMode && includeEmpty)
      throw new HalleyError('invalid-argument', 'cannot use diffMode with includeEmpty', { diffMode, includeEmpty });
    const options = { withCode: !flagOf(config, 'disableCode'), withStorage: !flagOf(config, 'disableStorage') };
    const { accounts: seen, observer } = recordPrestate(message, options);
    return {
      observer,
      result: () => {
        if (!diffMode)
          return accountsJson(new Map([...seen].filter(([, account]) => includeEmpty || !isEmpty(account))));
        const { pre, post } = diffOf(seen, state, options);
        const after = accountsJson(post);
        budget.take(after.length);
        return `{"post":${after},"pre":${accountsJson(pre)}}`;
      },
    };
  },
};

const accountsJson = (accounts: ShownAccounts): string =>
  sortedObject([...accounts].map(([address, account]) => [address, accountJson(account)]));

/** Returns an account as JSON, with members in geth's order. */
function accountJson({ balance, code, codeHash, nonce, storage }: ShownAccount): string {
  const members = [
    balance === undefined ? '' : `"balance":"${quantity(balance)}"`,
    code === undefined ? '' : `"code":"${to0x(code)}"`,
    codeHash === undefined ? '' : `"codeHash":"${to0x(codeHash)}"`,
    // A Go nonce may exceed the integers that JavaScript numbers represent exactly.
    nonce === undefined || nonce === 0n ? '' : `"nonce":${nonce}`,
    storage.size === 0 ? '' : `"storage":${sortedObject([...storage].map(([slot, word]) => [slot, `"${word}"`]))}`,
  ];
  return `{${members.filter((member) => member !== '').join(',')}}`;
}

interface PrestateDiff {
  readonly pre: ShownAccounts;
  readonly post: ShownAccounts;
}

/**
 * Returns what a run changed in the accounts that it touched (go-ethereum `prestateTracer.processDiffState`). `state`
 * is the state after the run. For a changed account, `pre` holds everything except storage that is unchanged or was
 * zero. `post` holds only new values. A created account is in `post` alone, a deleted one in `pre` alone. Geth also
 * reports accounts that never existed, because their code hash is zero instead of the hash of empty code; here they are
 * left out.
 */
function diffOf(
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
