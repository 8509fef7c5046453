/** Loads a state file into a running chain with dev transactions, completely or not at all. */
import type { Any } from '../../codec/cosmos/base.js';
import { MsgLoadAccounts } from '../../codec/dev/MsgLoadAccounts.js';
import { MsgSetNextBlockBaseFeePerGas } from '../../codec/dev/MsgSetNextBlockBaseFeePerGas.js';
import type { Refuse } from '../../config/genesis_forms/json_node.js';
import { readingStateFile, type StateFile } from '../../config/genesis_forms/state_file.js';
import { stateFileText } from '../../config/genesis_forms/state_file_bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Client } from '../../kernel/fair_scheduler.js';
import { type DevTxSender, encoded } from '../actions/dev_tx_sender.js';
import { accountBatches } from './account_batches.js';

/** Limits the unpacked bytes of a state file that a running chain loads. */
const MAX_LOADED_BYTES = 256 * 1024 * 1024;

const refuse: Refuse = (problem, facts) => new HalleyError('invalid-argument', `state file: ${problem}`, facts);

/**
 * Merges the accounts of a state file into those of the chain, and sets the base fee of the next block, as Anvil does.
 * The number of the next block does not change. The file is read in time slices of `client`. Throws HalleyError when
 * the file or an account is refused; then nothing has changed.
 */
export async function loadState(devTxSender: DevTxSender, bytes: Uint8Array, client: Client): Promise<void> {
  const text = await stateFileText(bytes, refuse, MAX_LOADED_BYTES);
  const file = await devTxSender.inSlices(client, readingStateFile(text, refuse));
  await devTxSender.sendDevTxs(messagesOf(file));
}

function* messagesOf({ accounts, nextBaseFee }: StateFile): Iterable<Any> {
  for (const batch of accountBatches(accounts)) yield encoded(MsgLoadAccounts, batch);
  if (nextBaseFee !== undefined) yield encoded(MsgSetNextBlockBaseFeePerGas, { baseFee: nextBaseFee });
}
