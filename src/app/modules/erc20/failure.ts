/** Makes failures of the codespace `erc20` (cosmos/evm x/erc20 `types/errors.go`). */
import { moduleFailure, type TxFailure } from '../../types/refusal.js';

const REASONS = {
  erc20Disabled: [2, 'erc20 module is disabled'],
  internalTokenPair: [3, 'internal ethereum token mapping error'],
  tokenPairNotFound: [4, 'token pair not found'],
  tokenPairAlreadyExists: [5, 'token pair already exists'],
  undefinedOwner: [6, 'undefined owner of contract pair'],
  balanceInvariance: [7, 'post transfer balance invariant failed'],
  unexpectedEvent: [8, 'unexpected event'],
  abiUnpack: [10, 'contract ABI unpack failed'],
  evmCall: [12, 'EVM call unexpected error'],
  tokenPairDisabled: [13, 'erc20 token pair is disabled'],
  nativeConversionDisabled: [16, 'native coins manual conversion is disabled'],
  invalidAllowance: [18, 'invalid allowance'],
  negativeToken: [19, 'token amount is negative'],
  expectedEvent: [20, 'expected event'],
} as const;

export type Erc20Reason = keyof typeof REASONS;

/** Makes a failure. The text precedes the reason's own words. */
export function erc20Failure(reason: Erc20Reason, text?: string): TxFailure {
  const [code, words] = REASONS[reason];
  return moduleFailure('erc20', code, text === undefined ? words : `${text}: ${words}`);
}
