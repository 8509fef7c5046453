/**
 * Loads state files into a running chain, completely or not at all. Accounts become dev transactions. After a file with
 * blocks, a chain that begins after them replaces the running one.
 */
import type { Any } from '../../codec/cosmos/base.js';
import { type LoadedAccount, MsgLoadAccounts } from '../../codec/dev/accounts.js';
import { MsgSetNextBlockBaseFeePerGas } from '../../codec/dev/blocks.js';
import { type AccountState, isEmptyAccount } from '../../config/genesis_forms/account_state.js';
import { historyOf } from '../../config/genesis_forms/history/history_of.js';
import type { Refuse } from '../../config/genesis_forms/json_node.js';
import { readingStateFile, type StateFile } from '../../config/genesis_forms/state_file.js';
import { stateFileText } from '../../config/genesis_forms/state_file_bytes.js';
import { bigintToBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Client } from '../../kernel/fair_scheduler.js';
import { fromHex } from '../../kernel/hex.js';
import { type DevTxSender, encoded } from '../actions/dev_tx_sender.js';
import type { TakeHistory } from './taken_history.js';

/** Most unpacked bytes of a state file that a running chain loads. */
const MAX_LOADED_BYTES = 256 * 1024 * 1024;

const refuse: Refuse = (problem, facts) => new HalleyError('invalid-argument', `state file: ${problem}`, facts);

/**
 * Merges the accounts of a state file into those of the chain. If the file has its newest block and the chain can be
 * replaced, a chain that begins after that block replaces it. Otherwise the number of the next block does not change, and
 * its base fee is that of the file. The file is read in time slices of `client`. Throws HalleyError when the file or an
 * account is refused; then nothing has changed. `historyTaker` returns the function that takes the file's blocks;
 * undefined if the chain loads only accounts.
 */
export async function loadState(
  devTxSender: DevTxSender,
  historyTaker: () => TakeHistory | undefined,
  bytes: Uint8Array,
  client: Client,
): Promise<void> {
  const text = await stateFileText(bytes, refuse, MAX_LOADED_BYTES);
  const file = await devTxSender.inSlices(client, readingStateFile(text, refuse));
  const takeHistory = historyTaker();
  const history = takeHistory && (await historyOf(file));
  if (takeHistory === undefined || history === undefined) {
    const { nextBaseFee } = file;
    const fee = nextBaseFee === undefined ? [] : [encoded(MsgSetNextBlockBaseFeePerGas, { baseFee: nextBaseFee })];
    return devTxSender.sendDevTxs(messagesOf(file, fee));
  }
  await takeHistory({ file, history, messages: () => messagesOf(file, []) });
}

const WORD_BYTES = 32;
/** Most accounts and slots of a message. */
const MAX_ENTRIES = 1_000;
/** Most bytes of code in a message; one account's code may be longer. */
const MAX_CODE_BYTES = 256 * 1024;

/**
 * Divides the accounts of a state file among dev messages, each small enough to be executed without a noticeable pause.
 * An account with much storage is in several messages: each has its values and a part of the storage. An account
 * without any value is left out, unless it has slots to clear.
 */
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

function* messagesOf({ accounts }: StateFile, more: readonly Any[]): Iterable<Any> {
  for (const batch of accountBatches(accounts)) yield encoded(MsgLoadAccounts, batch);
  yield* more;
}
