/** Makes failures of the codespace `distribution` (SDK x/distribution `types/errors.go`). */
import { moduleFailure, type TxFailure } from '../../../types/refusal.js';

const REASONS = {
  noDelegationInfo: [5, 'no delegation distribution info'],
  noCommission: [7, 'no validator commission to withdraw'],
  withdrawAddressDisabled: [8, 'set withdraw address disabled'],
  poolTooSmall: [9, 'community pool does not have sufficient coins to distribute'],
} as const;

export function distributionFailure(reason: keyof typeof REASONS): TxFailure {
  const [code, words] = REASONS[reason];
  return moduleFailure('distribution', code, words);
}
