/** Makes failures of the codespace `feegrant` (SDK x/feegrant `errors.go`). */
import { failure, moduleFailure, type TxFailure } from '../../types/refusal.js';

const REASONS = {
  limitExceeded: [2, 'fee limit exceeded'],
  expired: [3, 'fee allowance expired'],
  invalidDuration: [4, 'invalid duration'],
  noAllowance: [5, 'no allowance'],
  noMessages: [6, 'allowed messages are empty'],
  messageNotAllowed: [7, 'message not allowed'],
} as const;

export function feegrantFailure(reason: keyof typeof REASONS, text: string): TxFailure {
  const [code, words] = REASONS[reason];
  return moduleFailure('feegrant', code, `${text}: ${words}`);
}

/** Text of a query or a message about an allowance that does not exist. */
export const NOT_FOUND = 'fee-grant not found: not found';

export const allowanceNotFound = (): TxFailure => failure('notFound', NOT_FOUND);
