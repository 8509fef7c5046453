/** Formats why a run failed, with the data of its revert. */
import { revertReason } from '../../codec/ethereum/revert_data.js';
import type { Bytes } from '../../kernel/bytes.js';
import { to0x } from '../../kernel/hex.js';

/** Most bytes of revert data that are shown when there is no reason. */
const MAX_SHOWN_BYTES = 4 + 4 * 32;
const SELECTOR_BYTES = 4;

/** Formats a failure. `error` is the EVM's error text, and `data` is the revert data. */
export function failureWords(error: string, data: Bytes): string {
  if (data.length === 0) return error;
  const reason = revertReason(data);
  if (reason !== undefined) return `${error}: ${reason}`;
  const shown = to0x(data.subarray(0, MAX_SHOWN_BYTES));
  const rest = data.length > MAX_SHOWN_BYTES ? `… (${data.length} bytes)` : '';
  if (data.length < SELECTOR_BYTES) return `${error}: ${shown}`;
  return `${error}: custom error ${to0x(data.subarray(0, SELECTOR_BYTES))} (${shown}${rest})`;
}
