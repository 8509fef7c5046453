/** Translates staking's values from and to Solidity's types (cosmos/evm `precompiles/staking`). */
import { toBase64 } from '../../../codec/base64.js';
import { isContract } from '../../../evm/authorizations.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { fromHex } from '../../../kernel/hex.js';
import { unixSeconds } from '../../../kernel/time.js';
import { operatorPrefix } from '../../modules/staking/addresses.js';
import type { Redelegation, RedelegationEntry } from '../../modules/staking/delegation.js';
import { type Registered, readStakingParams } from '../../modules/staking/store.js';
import { BOND_STATUS, NO_DESCRIPTION } from '../../modules/staking/validator.js';
import type { PrecompileContext } from '../../sdk/solidity/precompile.js';
import { checksumAddress, readAddress } from '../../types/address.js';
import { failure } from '../../types/refusal.js';

export const COIN = 'struct Coin { string denom; uint256 amount; }';
export const DESCRIPTION =
  'struct Description { string moniker; string identity; string website; string securityContact; string details; }';
/** Declaration of `Validator`, after the struct that it needs. */
export const VALIDATOR = [
  DESCRIPTION,
  'struct Validator { string operatorAddress; string consensusPubkey; bool jailed; uint8 status; uint256 tokens; uint256 delegatorShares; Description description; int64 unbondingHeight; int64 unbondingTime; uint256 commission; uint256 minSelfDelegation; }',
] as const;
export const REDELEGATION_ENTRY =
  'struct RedelegationEntry { int64 creationHeight; int64 completionTime; uint256 initialBalance; uint256 sharesDst; }';

const isZero = (address: Bytes): boolean => address.every((byte) => byte === 0);

/** Reads an address argument. Throws TxFailure for the zero address. */
function addressOf(what: string, arg: unknown): Bytes {
  const address = fromHex(String(arg));
  if (isZero(address)) throw failure('invalidAddress', `invalid ${what} address: ${checksumAddress(address)}`);
  return address;
}

/** Reads a delegator that must be the caller. Throws TxFailure. */
export function callingDelegator(arg: unknown, { caller: address }: PrecompileContext): Bytes {
  const delegator = delegatorOf(arg);
  const caller = checksumAddress(address);
  if (checksumAddress(delegator) === caller) return delegator;
  throw failure(
    'unauthorized',
    `msg.sender address ${caller} does not match the requester address ${checksumAddress(delegator)}`,
  );
}

/** Reads an operator that must be the caller, and no contract. Throws TxFailure. */
export function callingOperator(arg: unknown, { caller: address, state }: PrecompileContext): Bytes {
  const operator = operatorOf(arg);
  const account = state.account(address);
  if (account !== undefined && isContract(state, account.codeHash))
    throw failure(
      'unauthorized',
      'this method can only be called directly to the precompile, not from a smart contract',
    );
  const [caller, validator] = [checksumAddress(address), checksumAddress(operator)];
  if (caller === validator) return operator;
  throw failure('unauthorized', `msg.sender address ${caller} does not match the requester address ${validator}`);
}

/** Returns the coin of the bond denom with this amount. */
export const bondCoin = ({ state }: PrecompileContext, amount: unknown) => ({
  denom: readStakingParams(state).bondDenom,
  amount: String(amount),
});

/** Returns the address of an operator that a message has accepted, in hex. */
export const hexOperator = (text: unknown, { params }: PrecompileContext): string =>
  checksumAddress(readAddress('validator address', String(text), operatorPrefix(params.bech32Prefix)));

export const delegatorOf = (arg: unknown): Bytes => addressOf('delegator', arg);
export const operatorOf = (arg: unknown): Bytes => addressOf('validator', arg);

/** Makes an output of the type `Validator`. The output is empty if there is none. */
export function validatorInfo(found: Registered | undefined) {
  if (found === undefined) return NO_VALIDATOR;
  const { operator, validator } = found;
  return {
    operatorAddress: checksumAddress(operator),
    consensusPubkey: toBase64(validator.pubKey.bytes),
    jailed: validator.jailed,
    status: BOND_STATUS[validator.status],
    tokens: validator.tokens,
    delegatorShares: validator.shares,
    description: validator.description,
    unbondingHeight: validator.unbondingHeight,
    unbondingTime: unixSeconds(validator.unbondingTime),
    commission: validator.commission.rate,
    minSelfDelegation: validator.minSelfDelegation,
  };
}

const NO_VALIDATOR = {
  operatorAddress: '',
  consensusPubkey: '',
  jailed: false,
  status: 0,
  tokens: 0n,
  delegatorShares: 0n,
  description: NO_DESCRIPTION,
  unbondingHeight: 0n,
  unbondingTime: 0n,
  commission: 0n,
  minSelfDelegation: 0n,
};

/** Makes an output of the types `Redelegation` and `RedelegationOutput`. The output is empty if there is none. */
export const redelegationInfo = (found: Redelegation | undefined) => ({
  delegatorAddress: found?.delegator ?? '',
  validatorSrcAddress: found?.source ?? '',
  validatorDstAddress: found?.destination ?? '',
  entries: (found?.entries ?? []).map(redelegationEntry),
});

export const redelegationEntry = (entry: RedelegationEntry) => ({
  creationHeight: entry.creationHeight,
  completionTime: unixSeconds(entry.completionTime),
  initialBalance: entry.initialBalance,
  sharesDst: entry.sharesDst,
});
