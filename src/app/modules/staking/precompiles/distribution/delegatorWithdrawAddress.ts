/**
 * `delegatorWithdrawAddress` returns the account that gets a delegator's rewards, in bech32. It is the delegator, because
 * no message here can name another.
 */
import { bech32Address } from '../../../../address.js';
import { precompileFunction } from '../../../../module/precompile.js';
import { delegatorOf } from '../../solidity.js';

export const delegatorWithdrawAddress = precompileFunction(
  'function delegatorWithdrawAddress(address delegatorAddress) view returns (string withdrawAddress)',
  ([delegator], { params }) => [bech32Address(delegatorOf(delegator), params.bech32Prefix)],
);
