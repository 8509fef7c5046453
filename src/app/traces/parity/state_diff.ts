import { EMPTY_ACCOUNT } from '../../../evm/state.js';
import { EMPTY_BYTES, equalBytes } from '../../../kernel/bytes.js';
import { fromHex, to0x } from '../../../kernel/hex.js';
import type { StateReader } from '../../state/types.js';
import { quantity, sortedObject, wordText } from '../geth_error_text.js';
import { isEmpty, type SeenAccount } from '../prestate.js';

const UNCHANGED = '"="';

const added = (to: string): string => `{"+":"${to}"}`;
const removed = (from: string): string => `{"-":"${from}"}`;
const changed = (from: string, to: string): string =>
  from === to ? UNCHANGED : `{"*":{"from":"${from}","to":"${to}"}}`;

/**
 * Returns what a run changed, as the `stateDiff` of Parity: `=`, `+`, `-` or `*` for each member of each account that is
 * not as before. `state` is the state after the run.
 */
export function stateDiff(seen: ReadonlyMap<string, SeenAccount>, state: StateReader): string {
  const entries: [string, string][] = [];
  for (const [key, before] of seen) {
    const json = diffOf(before, state);
    if (json !== undefined) entries.push([key, json]);
  }
  return sortedObject(entries);
}

function diffOf(before: SeenAccount, state: StateReader): string | undefined {
  const account = state.account(before.address);
  const after = account ?? EMPTY_ACCOUNT;
  const exists = !(after.balance === 0n && after.nonce === 0n && equalBytes(after.codeHash, EMPTY_ACCOUNT.codeHash));
  const existed = !isEmpty(before);
  if (!exists && !existed) return undefined;
  const code = to0x(exists ? state.code(after.codeHash) : EMPTY_BYTES);
  const from = [quantity(before.balance), to0x(before.code ?? EMPTY_BYTES), quantity(before.nonce)];
  const to = [quantity(after.balance), code, quantity(after.nonce)];
  const each = (of: (from: string, to: string) => string): string[] => from.map((value, i) => of(value, to[i] ?? ''));
  if (!exists) return accountJson(each(removed), []);
  const slots = changedSlots(before, state);
  if (!existed)
    return accountJson(
      each((_, value) => added(value)),
      slots.map(([slot, , value]) => [slot, added(value)]),
    );
  const members = each(changed);
  if (slots.length === 0 && members.every((member) => member === UNCHANGED)) return undefined;
  return accountJson(
    members,
    slots.map(([slot, was, is]) => [slot, changed(was, is)]),
  );
}

const accountJson = (
  [balance, code, nonce]: readonly string[],
  storage: readonly (readonly [slot: string, json: string])[],
): string => `{"balance":${balance},"code":${code},"nonce":${nonce},"storage":${sortedObject(storage)}}`;

/** Returns the slots that changed, with their words before and after. */
function changedSlots(
  { address, storage }: SeenAccount,
  state: StateReader,
): [slot: string, was: string, is: string][] {
  return [...storage].flatMap(([slot, was]): [string, string, string][] => {
    const is = wordText(state.storage(address, fromHex(slot)));
    return is === was ? [] : [[slot, was, is]];
  });
}
