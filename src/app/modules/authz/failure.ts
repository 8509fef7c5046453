/** Makes failures of the codespace `authz` (SDK x/authz `errors.go`). */
import { MSG_ETHEREUM_TX_URL } from '../../../codec/cosmos/msg_ethereum_tx.js';
import { failure, moduleFailure, type TxFailure } from '../../types/refusal.js';

const REASONS = {
  noAuthorization: [2, 'authorization not found'],
  invalidExpiration: [3, 'expiration time of authorization should be more than current time'],
  unknownAuthorization: [4, 'unknown authorization type'],
  noGrantKey: [5, 'grant key not found'],
  expired: [6, 'authorization expired'],
  granteeIsGranter: [7, 'grantee and granter should be different'],
  severalSigners: [9, 'authorization can be given to msg with only one signer'],
  negativeMaxTokens: [12, 'max tokens should be positive'],
} as const;

/** Makes a failure. The text precedes the reason's own words. */
export function authzFailure(reason: keyof typeof REASONS, text?: string): TxFailure {
  const [code, words] = REASONS[reason];
  return moduleFailure('authz', code, text === undefined ? words : `${text}: ${words}`);
}

/** Types that no account may send for another one (cosmos/evm `AuthzLimiterDecorator`). */
const DISABLED: ReadonlySet<string> = new Set([MSG_ETHEREUM_TX_URL, '/cosmos.vesting.v1beta1.MsgCreateVestingAccount']);

/** Throws TxFailure for a message type that can be neither granted nor sent for a granter. */
export function refuseDisabled(typeUrl: string): void {
  if (DISABLED.has(typeUrl)) throw failure('unauthorized', `found disabled msg type: ${typeUrl}: unauthorized`);
}
