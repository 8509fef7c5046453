/**
 * Loads state files into a running chain, completely or not at all. Accounts become dev transactions. After a file with
 * blocks, a chain that begins after them replaces the running one.
 */
import type { Any } from '../../codec/cosmos/base.js';
import { MsgLoadAccounts } from '../../codec/dev/accounts.js';
import { MsgSetNextBlockBaseFeePerGas } from '../../codec/dev/blocks.js';
import { historyOf } from '../../config/genesis_forms/history/history_of.js';
import type { Refuse } from '../../config/genesis_forms/json_node.js';
import { readingStateFile, type StateFile } from '../../config/genesis_forms/state_file.js';
import { stateFileText } from '../../config/genesis_forms/state_file_bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Client } from '../../kernel/fair_scheduler.js';
import { type DevTxSender, encoded } from '../actions/dev_tx_sender.js';
import { accountBatches } from './account_batches.js';
import type { TakeHistory } from './taken_history.js';

/** Limits the unpacked bytes of a state file that a running chain loads. */
const MAX_LOADED_BYTES = 256 * 1024 * 1024;

const refuse: Refuse = (problem, facts) => new HalleyError('invalid-argument', `state file: ${problem}`, facts);

export interface LoadDeps {
  readonly devTxSender: DevTxSender;
  /** Returns the function that takes the file's blocks; undefined if the chain loads only accounts. */
  readonly historyTaker: () => TakeHistory | undefined;
}

/**
 * Merges the accounts of a state file into those of the chain. If the file has its newest block and the chain can be
 * replaced, a chain that begins after that block replaces it. Otherwise the number of the next block does not change, and
 * its base fee is that of the file. The file is read in time slices of `client`. Throws HalleyError when the file or an
 * account is refused; then nothing has changed.
 */
export async function loadState(
  { devTxSender, historyTaker }: LoadDeps,
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

function* messagesOf({ accounts }: StateFile, more: readonly Any[]): Iterable<Any> {
  for (const batch of accountBatches(accounts)) yield encoded(MsgLoadAccounts, batch);
  yield* more;
}
