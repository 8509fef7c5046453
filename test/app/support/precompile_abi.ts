/** Declares the queries of the staking, slashing and distribution precompiles as their Solidity interfaces do. */
import { parseAbi } from 'viem';

const PAGES = [
  'struct PageRequest { bytes key; uint64 offset; uint64 limit; bool countTotal; bool reverse; }',
  'struct PageResponse { bytes nextKey; uint64 total; }',
] as const;

export const STAKING = '0x0000000000000000000000000000000000000800';
export const STAKING_ABI = parseAbi([
  ...PAGES,
  'struct Coin { string denom; uint256 amount; }',
  'struct Description { string moniker; string identity; string website; string securityContact; string details; }',
  'struct Validator { string operatorAddress; string consensusPubkey; bool jailed; uint8 status; uint256 tokens; uint256 delegatorShares; Description description; int64 unbondingHeight; int64 unbondingTime; uint256 commission; uint256 minSelfDelegation; }',
  'struct UnbondingDelegationEntry { int64 creationHeight; int64 completionTime; uint256 initialBalance; uint256 balance; uint64 unbondingId; int64 unbondingOnHoldRefCount; }',
  'struct UnbondingDelegationOutput { string delegatorAddress; string validatorAddress; UnbondingDelegationEntry[] entries; }',
  'struct RedelegationEntry { int64 creationHeight; int64 completionTime; uint256 initialBalance; uint256 sharesDst; }',
  'struct RedelegationOutput { string delegatorAddress; string validatorSrcAddress; string validatorDstAddress; RedelegationEntry[] entries; }',
  'struct Redelegation { string delegatorAddress; string validatorSrcAddress; string validatorDstAddress; RedelegationEntry[] entries; }',
  'struct RedelegationEntryResponse { RedelegationEntry redelegationEntry; uint256 balance; }',
  'struct RedelegationResponse { Redelegation redelegation; RedelegationEntryResponse[] entries; }',
  'function delegate(address delegatorAddress, string validatorAddress, uint256 amount) returns (bool success)',
  'function delegation(address delegatorAddress, string validatorAddress) view returns (uint256 shares, Coin balance)',
  'function unbondingDelegation(address delegatorAddress, string validatorAddress) view returns (UnbondingDelegationOutput unbondingDelegation)',
  'function validator(address validatorAddress) view returns (Validator validator)',
  'function validators(string status, PageRequest pageRequest) view returns (Validator[] validators, PageResponse pageResponse)',
  'function redelegation(address delegatorAddress, string srcValidatorAddress, string dstValidatorAddress) view returns (RedelegationOutput redelegation)',
  'function redelegations(address delegatorAddress, string srcValidatorAddress, string dstValidatorAddress, PageRequest pageRequest) view returns (RedelegationResponse[] response, PageResponse pageResponse)',
]);

export const SLASHING = '0x0000000000000000000000000000000000000806';
export const SLASHING_ABI = parseAbi([
  ...PAGES,
  'struct Dec { uint256 value; uint8 precision; }',
  'struct SigningInfo { address validatorAddress; int64 startHeight; int64 indexOffset; int64 jailedUntil; bool tombstoned; int64 missedBlocksCounter; }',
  'struct Params { int64 signedBlocksWindow; Dec minSignedPerWindow; int64 downtimeJailDuration; Dec slashFractionDoubleSign; Dec slashFractionDowntime; }',
  'function getSigningInfo(address consAddress) view returns (SigningInfo signingInfo)',
  'function getSigningInfos(PageRequest pagination) view returns (SigningInfo[] signingInfos, PageResponse pageResponse)',
  'function getParams() view returns (Params params)',
  'function unjail(address validatorAddress) returns (bool success)',
]);

export const DISTRIBUTION = '0x0000000000000000000000000000000000000801';
export const DISTRIBUTION_ABI = parseAbi([
  'function delegatorValidators(address delegatorAddress) view returns (string[] validators)',
  'function delegatorWithdrawAddress(address delegatorAddress) view returns (string withdrawAddress)',
]);

/** Requests the first page of a hundred, with the total. */
export const ANY_PAGE = { key: '0x', offset: 0n, limit: 0n, countTotal: false, reverse: false } as const;
