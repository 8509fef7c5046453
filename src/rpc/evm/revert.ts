/**
 * Makes the error of a reverted call, with go-ethereum's text, and with Anvil's where go-ethereum's does not describe
 * the data.
 */

import type { EvmCallOutcome } from '../../backend/evm/execution.js';
import { customErrorText } from '../../codec/ethereum/custom_error_text.js';
import { revertReason } from '../../codec/ethereum/revert_reason.js';
import type { Bytes } from '../../kernel/bytes.js';
import { to0x } from '../../kernel/hex.js';
import { EXECUTION_REVERTED, RpcError } from '../jsonrpc/errors.js';

/** Returns `execution reverted`, followed by the reason where Solidity gives one. */
export function revertMessage(data: Bytes): string {
  const reason = revertReason(data);
  return reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`;
}

/** Returns geth's text for the failure of a run that started, or undefined for a success. */
export function callFailure(outcome: Exclude<EvmCallOutcome, { readonly type: 'refused' }>): string | undefined {
  if (outcome.type === 'success') return undefined;
  return outcome.type === 'revert' ? 'execution reverted' : outcome.reason;
}

/**
 * Makes an error with code 3 and the whole revert data, `0x` for none. The message of a custom error has the selector
 * and the arguments.
 */
export function revertError(data: Bytes): RpcError {
  const text = revertReason(data) ?? customErrorText(data);
  const message = text === undefined ? 'execution reverted' : `execution reverted: ${text}`;
  return new RpcError(EXECUTION_REVERTED, message, to0x(data));
}
