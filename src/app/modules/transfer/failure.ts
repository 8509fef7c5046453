/**
 * Failures of token transfers (ibc-go transfer/types `errors.go`). `ibc/failure.ts` has those that all of IBC shares.
 */
import { moduleFailure, type TxFailure } from '../../types/tx_failure.js';

const REASONS = {
  invalidDenom: [3, 'invalid denomination for cross-chain transfer'],
  invalidVersion: [4, 'invalid ICS20 version'],
  invalidAmount: [5, 'invalid token amount'],
  denomNotFound: [6, 'denomination not found'],
  sendDisabled: [7, 'fungible token transfers from this chain are disabled'],
  receiveDisabled: [8, 'fungible token transfers to this chain are disabled'],
  maxTransferChannels: [9, 'max transfer channels'],
  invalidMemo: [11, 'invalid memo'],
} as const;

/** Makes a failure. `text` precedes the reason's own text. */
export function transferFailure(reason: keyof typeof REASONS, text?: string): TxFailure {
  const [code, own] = REASONS[reason];
  return moduleFailure('transfer', code, text === undefined ? own : `${text}: ${own}`);
}
