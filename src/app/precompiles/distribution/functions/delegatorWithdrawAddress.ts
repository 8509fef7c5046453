/**
 * `delegatorWithdrawAddress` returns the account that gets a delegator's rewards, in bech32. It is the delegator,
 * because no message here can name another account.
 */
import { precompileFunction } from '../../../sdk/solidity/precompile.js';
import { bech32Address } from '../../../types/address.js';
import { delegatorOf } from '../../staking/solidity.js';

export const delegatorWithdrawAddress = precompileFunction(
  'function delegatorWithdrawAddress(address delegatorAddress) view returns (string withdrawAddress)',
  ([delegator], { params }) => [bech32Address(delegatorOf(delegator), params.bech32Prefix)],
);
