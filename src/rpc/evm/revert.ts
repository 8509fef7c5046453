/** Makes the error of a reverted call: in go-ethereum's words, and in Anvil's where those say nothing of the data. */

import type { EvmCallOutcome } from '../../backend/evm/execution.js';
import { customErrorText } from '../../codec/ethereum/custom_error_text.js';
import { revertReason } from '../../codec/ethereum/revert_reason.js';
import type { Bytes } from '../../kernel/bytes.js';
import { to0x } from '../../kernel/hex.js';
import { EXECUTION_REVERTED, RpcError } from '../jsonrpc/errors.js';

/** `execution reverted`, with what Solidity says where it says something. */
export function revertMessage(data: Bytes): string {
  const reason = revertReason(data);
  return reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`;
}

/** What is wrong with a run that began, in geth's words; undefined for a success. */
export function callFailure(outcome: Exclude<EvmCallOutcome, { readonly type: 'refused' }>): string | undefined {
  if (outcome.type === 'success') return undefined;
  return outcome.type === 'revert' ? 'execution reverted' : outcome.reason;
}

/** Makes code 3 with the whole revert data, `0x` for none. The message of a custom error has selector and arguments. */
export function revertError(data: Bytes): RpcError {
  const text = revertReason(data) ?? customErrorText(data);
  const message = text === undefined ? 'execution reverted' : `execution reverted: ${text}`;
  return new RpcError(EXECUTION_REVERTED, message, to0x(data));
}
