/**
 * Divides the accounts of a state file among dev messages, each small enough to be executed without a noticeable pause.
 * An account with much storage is in several messages: each has its values and a part of the storage.
 */
import type { LoadedAccount, MsgLoadAccounts } from '../../codec/dev/accounts.js';
import { type AccountState, isEmptyAccount } from '../../config/genesis_forms/account_state.js';
import { bigintToBytes } from '../../kernel/bytes.js';
import { fromHex } from '../../kernel/hex.js';

const WORD_BYTES = 32;
/** Limits the accounts and slots of a message. */
const MAX_ENTRIES = 1_000;
/** Limits the bytes of code in a message; one account's code may be longer. */
const MAX_CODE_BYTES = 256 * 1024;

/** Yields the messages. An account without any value is left out, unless it has slots to clear. */
export function* accountBatches(accounts: Iterable<AccountState>): Iterable<MsgLoadAccounts> {
  let batch: LoadedAccount[] = [];
  let entries = 0;
  let codeBytes = 0;
  for (const account of accounts) {
    if (isEmptyAccount(account) && account.storage.length === 0) continue;
    for (const part of partsOf(account)) {
      batch.push(part);
      entries += 1 + part.storage.length;
      codeBytes += part.code.length;
      if (entries < MAX_ENTRIES && codeBytes < MAX_CODE_BYTES) continue;
      yield { accounts: batch };
      [batch, entries, codeBytes] = [[], 0, 0];
    }
  }
  if (batch.length > 0) yield { accounts: batch };
}

function* partsOf({ address, nonce, balance, code, storage }: AccountState): Iterable<LoadedAccount> {
  const values = { address: fromHex(address), nonce, balance, code: fromHex(code) };
  for (let at = 0; at === 0 || at < storage.length; at += MAX_ENTRIES)
    yield {
      ...values,
      storage: storage.slice(at, at + MAX_ENTRIES).map(([slot, value]) => ({
        slot: bigintToBytes(slot, WORD_BYTES),
        value: bigintToBytes(value, WORD_BYTES),
      })),
    };
}
