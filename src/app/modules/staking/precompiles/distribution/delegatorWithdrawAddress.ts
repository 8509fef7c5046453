/**
 * `delegatorWithdrawAddress`: who gets a delegator's rewards, in bech32. Nobody can name another than the delegator, for
 * there is no message that does.
 */
import { bech32Address } from '../../../../address.js';
import { precompileFunction } from '../../../../module/precompile.js';
import { delegatorOf } from '../../solidity.js';

export const delegatorWithdrawAddress = precompileFunction(
  'function delegatorWithdrawAddress(address delegatorAddress) view returns (string withdrawAddress)',
  ([delegator], { params }) => [bech32Address(delegatorOf(delegator), params.bech32Prefix)],
);
