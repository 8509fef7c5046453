/** Writes accounts as Anvil's state file has them: `{ address: { nonce, balance, code, storage } }`. */
import type { ListedAccount } from '../../app/state_listing.js';
import { type Bytes, leftPadded } from '../../kernel/bytes.js';
import { to0x } from '../../kernel/hex.js';

const WORD_BYTES = 32;

const word = (value: Bytes): string => to0x(leftPadded(value, WORD_BYTES));

/** Yields the pieces of the JSON object. A piece has at most one account without storage, or one slot. */
export function* accountsJson(accounts: Iterable<ListedAccount>): Generator<string> {
  let separator = '{';
  for (const { address, account, code, storage } of accounts) {
    const { nonce, balance } = account;
    yield `${separator}"${to0x(address)}":{"nonce":${nonce},"balance":"0x${balance.toString(16)}","code":"${to0x(code)}","storage":`;
    yield* slotsJson(storage);
    yield '}';
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

function* slotsJson(storage: ListedAccount['storage']): Generator<string> {
  let separator = '{';
  for (const [slot, value] of storage) {
    yield `${separator}"${word(slot)}":"${word(value)}"`;
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}
