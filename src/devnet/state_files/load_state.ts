/** Loads state files into a running chain, by dev transactions: all of the file or nothing. */
import type { Any } from '../../codec/cosmos/base.js';
import { MsgLoadAccounts } from '../../codec/dev/MsgLoadAccounts.js';
import { MsgSetNextBlockBaseFeePerGas } from '../../codec/dev/MsgSetNextBlockBaseFeePerGas.js';
import type { Refuse } from '../../config/genesis_forms/json_node.js';
import { readStateFile, type StateFile } from '../../config/genesis_forms/state_file.js';
import { stateFileJson } from '../../config/genesis_forms/state_file_bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { type DevTxSender, encoded } from '../actions/dev_tx_sender.js';
import { accountBatches } from './account_batches.js';

/** Limits the unpacked bytes of a state file that a running chain loads. */
const MAX_LOADED_BYTES = 256 * 1024 * 1024;

/** Decodes and checks a state file. Throws HalleyError `invalid-argument`. */
export async function decodeStateFile(bytes: Uint8Array): Promise<StateFile> {
  const refuse: Refuse = (problem, facts) => new HalleyError('invalid-argument', `state file: ${problem}`, facts);
  return readStateFile(await stateFileJson(bytes, refuse, MAX_LOADED_BYTES), refuse);
}

/**
 * Puts the accounts of a state file over those of the chain, and sets the base fee of the next block, as Anvil does. The
 * number of the next block stays. Throws HalleyError when the file or an account is refused; then nothing has changed.
 */
export async function loadState(devTxSender: DevTxSender, bytes: Uint8Array): Promise<void> {
  await devTxSender.sendDevTxs(messagesOf(await decodeStateFile(bytes)));
}

function* messagesOf({ accounts, nextBaseFee }: StateFile): Iterable<Any> {
  for (const batch of accountBatches(accounts)) yield encoded(MsgLoadAccounts, batch);
  if (nextBaseFee !== undefined) yield encoded(MsgSetNextBlockBaseFeePerGas, { baseFee: nextBaseFee });
}
