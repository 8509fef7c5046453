/** Functions that return validators, delegations, and stake that leaves or moves. */
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { fromHex } from '../../../../kernel/hex.js';
import { unixSeconds } from '../../../../kernel/time.js';
import { tokensFromShares } from '../../../modules/staking/delegation.js';
import { operatorAddress, operatorNamed, validatorPage } from '../../../modules/staking/party.js';
import { findRedelegations } from '../../../modules/staking/redelegations.js';
import {
  readDelegation,
  readRedelegation,
  readStakingParams,
  readUnbondingDelegation,
  readValidator,
} from '../../../modules/staking/store.js';
import { type PageRequest, PageResponse } from '../../../sdk/query/pagination.js';
import { precompileFunction } from '../../../sdk/solidity/precompile.js';
import { PAGE_REQUEST, PAGE_RESPONSE, pageRequestOf, solidityPage } from '../../../sdk/solidity/solidity_page.js';
import { bech32Address } from '../../../types/address.js';
import { DECIMAL_ONE } from '../../../types/coins.js';
import { failure } from '../../../types/refusal.js';
import {
  COIN,
  delegatorOf,
  operatorOf,
  REDELEGATION_ENTRY,
  redelegationEntry,
  redelegationInfo,
  VALIDATOR,
  validatorInfo,
} from '../solidity.js';

/** One validator, by its operator. The answer is empty if it does not exist. */
export const validator = precompileFunction(
  [...VALIDATOR, 'function validator(address validatorAddress) view returns (Validator validator)'],
  ([address], { state }) => {
    const operator = operatorOf(address);
    const found = readValidator(state, operator);
    return [validatorInfo(found && { operator, validator: found })];
  },
);

/** All validators, or those of a status, ascending by operator. */
export const validators = precompileFunction(
  [
    ...VALIDATOR,
    PAGE_REQUEST,
    PAGE_RESPONSE,
    'function validators(string status, PageRequest pageRequest) view returns (Validator[] validators, PageResponse pageResponse)',
  ],
  ([status, asked], { state }) => {
    const { items, pagination } = validatorPage(state, String(status), withoutZeroKey(pageRequestOf(asked)));
    return [items.map(validatorInfo), solidityPage(pagination)];
  },
);

/** Takes a single zero byte for no key, as cosmos/evm does. */
const withoutZeroKey = (page: PageRequest): PageRequest =>
  page.key.length === 1 && page.key[0] === 0 ? { ...page, key: EMPTY_BYTES } : page;

/** Shares that a delegator has of a validator, and what they are worth. */
export const delegation = precompileFunction(
  [
    COIN,
    'function delegation(address delegatorAddress, string validatorAddress) view returns (uint256 shares, Coin balance)',
  ],
  ([delegator, validatorAddress], { state, params }) => {
    const owner = delegatorOf(delegator);
    const operator = operatorNamed(String(validatorAddress), params.bech32Prefix);
    const held = readDelegation(state, owner, operator);
    const validator = held && readValidator(state, operator);
    const denom = readStakingParams(state).bondDenom;
    if (held === undefined || validator === undefined) return [0n, { denom, amount: 0n }];
    return [held.shares, { denom, amount: tokensFromShares(validator, held.shares) / DECIMAL_ONE }];
  },
);

/** Stake that leaves a validator; empty when none does. */
export const unbondingDelegation = precompileFunction(
  [
    'struct UnbondingDelegationEntry { int64 creationHeight; int64 completionTime; uint256 initialBalance; uint256 balance; uint64 unbondingId; int64 unbondingOnHoldRefCount; }',
    'struct UnbondingDelegationOutput { string delegatorAddress; string validatorAddress; UnbondingDelegationEntry[] entries; }',
    'function unbondingDelegation(address delegatorAddress, string validatorAddress) view returns (UnbondingDelegationOutput unbondingDelegation)',
  ],
  ([delegator, validatorAddress], { state, params }) => {
    const owner = delegatorOf(delegator);
    const found = readUnbondingDelegation(state, owner, operatorNamed(String(validatorAddress), params.bech32Prefix));
    const entries = (found?.entries ?? []).map((entry) => ({
      ...entry,
      completionTime: unixSeconds(entry.completionTime),
    }));
    return [{ delegatorAddress: found?.delegator ?? '', validatorAddress: found?.validator ?? '', entries }];
  },
);

/** Stake that moves from one validator to another; empty when none does. */
export const redelegation = precompileFunction(
  [
    REDELEGATION_ENTRY,
    'struct RedelegationOutput { string delegatorAddress; string validatorSrcAddress; string validatorDstAddress; RedelegationEntry[] entries; }',
    'function redelegation(address delegatorAddress, string srcValidatorAddress, string dstValidatorAddress) view returns (RedelegationOutput redelegation)',
  ],
  ([delegator, source, destination], { state, params: { bech32Prefix } }) => {
    const owner = delegatorOf(delegator);
    const [from, to] = [
      operatorAddress(String(source), bech32Prefix),
      operatorAddress(String(destination), bech32Prefix),
    ];
    return [redelegationInfo(readRedelegation(state, owner, from, to))];
  },
);

/** Redelegations of a delegator, or from a validator. The zero address and an empty text mean any. */
export const redelegations = precompileFunction(
  [
    REDELEGATION_ENTRY,
    'struct Redelegation { string delegatorAddress; string validatorSrcAddress; string validatorDstAddress; RedelegationEntry[] entries; }',
    'struct RedelegationEntryResponse { RedelegationEntry redelegationEntry; uint256 balance; }',
    'struct RedelegationResponse { Redelegation redelegation; RedelegationEntryResponse[] entries; }',
    PAGE_REQUEST,
    PAGE_RESPONSE,
    'function redelegations(address delegatorAddress, string srcValidatorAddress, string dstValidatorAddress, PageRequest pageRequest) view returns (RedelegationResponse[] response, PageResponse pageResponse)',
  ],
  ([delegatorText, sourceText, destinationText, page], { state, params: { bech32Prefix } }) => {
    const [address, source, destination] = [
      fromHex(String(delegatorText)),
      String(sourceText),
      String(destinationText),
    ];
    const delegator = address.every((byte) => byte === 0) ? '' : bech32Address(address, bech32Prefix);
    if (delegator === '' && source === '')
      throw failure(
        'invalidRequest',
        'invalid query. Need to specify at least a source validator address or delegator address',
      );
    const query = { delegator, source, destination, page: pageRequestOf(page) };
    const { responses, pagination } = findRedelegations(state, bech32Prefix, query);
    return [
      responses.map(({ redelegation, entries }) => ({
        redelegation: redelegationInfo(redelegation),
        entries: entries.map(({ entry, balance }) => ({ redelegationEntry: redelegationEntry(entry), balance })),
      })),
      solidityPage(pagination ?? NO_PAGE),
    ];
  },
);

const NO_PAGE = PageResponse.decode(new Uint8Array());
