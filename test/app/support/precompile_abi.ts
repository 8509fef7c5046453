/** Declares the queries of the staking, slashing, distribution and gov precompiles as their Solidity interfaces do. */
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
  'struct Coin { string denom; uint256 amount; }',
  'struct DecCoin { string denom; uint256 amount; uint8 precision; }',
  'struct Dec { uint256 value; uint8 precision; }',
  'struct ValidatorSlashEvent { uint64 validatorPeriod; Dec fraction; }',
  'struct ValidatorDistributionInfo { string operatorAddress; DecCoin[] selfBondRewards; DecCoin[] commission; }',
  'struct DelegationDelegatorReward { string validatorAddress; DecCoin[] reward; }',
  'struct PageRequest { bytes key; uint64 offset; uint64 limit; bool countTotal; bool reverse; }',
  'struct PageResponse { bytes nextKey; uint64 total; }',
  'function claimRewards(address delegatorAddress, uint32 maxRetrieve) returns (bool success)',
  'function setWithdrawAddress(address delegatorAddress, string withdrawerAddress) returns (bool success)',
  'function withdrawDelegatorRewards(address delegatorAddress, string validatorAddress) returns (Coin[] amount)',
  'function withdrawValidatorCommission(string validatorAddress) returns (Coin[] amount)',
  'function fundCommunityPool(address depositor, Coin[] amount) returns (bool success)',
  'function depositValidatorRewardsPool(address depositor, string validatorAddress, Coin[] amount) returns (bool success)',
  'function validatorDistributionInfo(string validatorAddress) view returns (ValidatorDistributionInfo distributionInfo)',
  'function validatorOutstandingRewards(string validatorAddress) view returns (DecCoin[] rewards)',
  'function validatorCommission(string validatorAddress) view returns (DecCoin[] commission)',
  'function validatorSlashes(string validatorAddress, uint64 startingHeight, uint64 endingHeight, PageRequest pageRequest) view returns (ValidatorSlashEvent[] slashes, PageResponse pageResponse)',
  'function delegationRewards(address delegatorAddress, string validatorAddress) view returns (DecCoin[] rewards)',
  'function delegationTotalRewards(address delegatorAddress) view returns (DelegationDelegatorReward[] rewards, DecCoin[] total)',
  'function communityPool() view returns (DecCoin[] coins)',
  'event ClaimRewards(address indexed delegatorAddress, uint256 amount)',
  'event SetWithdrawerAddress(address indexed caller, string withdrawerAddress)',
  'event WithdrawDelegatorReward(address indexed delegatorAddress, address indexed validatorAddress, uint256 amount)',
  'event WithdrawValidatorCommission(string indexed validatorAddress, uint256 commission)',
  'event FundCommunityPool(address indexed depositor, string denom, uint256 amount)',
  'event DepositValidatorRewardsPool(address indexed depositor, address indexed validatorAddress, string denom, uint256 amount)',
]);

/** Requests the first page of a hundred, with the total. */
export const ANY_PAGE = { key: '0x', offset: 0n, limit: 0n, countTotal: false, reverse: false } as const;

export const GOV = '0x0000000000000000000000000000000000000805';
export const GOV_ABI = parseAbi([
  ...PAGES,
  'struct Coin { string denom; uint256 amount; }',
  'struct WeightedVoteOption { uint8 option; string weight; }',
  'struct WeightedVote { uint64 proposalId; address voter; WeightedVoteOption[] options; string metadata; }',
  'struct DepositData { uint64 proposalId; address depositor; Coin[] amount; }',
  'struct TallyResultData { string yes; string abstain; string no; string noWithVeto; }',
  'struct ProposalData { uint64 id; string[] messages; uint32 status; TallyResultData finalTallyResult; uint64 submitTime; uint64 depositEndTime; Coin[] totalDeposit; uint64 votingStartTime; uint64 votingEndTime; string metadata; string title; string summary; address proposer; }',
  'struct Params { int64 votingPeriod; Coin[] minDeposit; int64 maxDepositPeriod; string quorum; string threshold; string vetoThreshold; string minInitialDepositRatio; string proposalCancelRatio; string proposalCancelDest; int64 expeditedVotingPeriod; string expeditedThreshold; Coin[] expeditedMinDeposit; bool burnVoteQuorum; bool burnProposalDepositPrevote; bool burnVoteVeto; string minDepositRatio; }',
  'event SubmitProposal(address indexed proposer, uint64 proposalId)',
  'event CancelProposal(address indexed proposer, uint64 proposalId)',
  'event Deposit(address indexed depositor, uint64 proposalId, Coin[] amount)',
  'event Vote(address indexed voter, uint64 proposalId, uint8 option)',
  'event VoteWeighted(address indexed voter, uint64 proposalId, WeightedVoteOption[] options)',
  'function submitProposal(address proposer, bytes jsonProposal, Coin[] deposit) returns (uint64 proposalId)',
  'function cancelProposal(address proposer, uint64 proposalId) returns (bool success)',
  'function deposit(address depositor, uint64 proposalId, Coin[] amount) returns (bool success)',
  'function vote(address voter, uint64 proposalId, uint8 option, string metadata) returns (bool success)',
  'function voteWeighted(address voter, uint64 proposalId, WeightedVoteOption[] options, string metadata) returns (bool success)',
  'function getVote(uint64 proposalId, address voter) view returns (WeightedVote vote)',
  'function getVotes(uint64 proposalId, PageRequest pagination) view returns (WeightedVote[] votes, PageResponse pageResponse)',
  'function getDeposit(uint64 proposalId, address depositor) view returns (DepositData deposit)',
  'function getDeposits(uint64 proposalId, PageRequest pagination) view returns (DepositData[] deposits, PageResponse pageResponse)',
  'function getTallyResult(uint64 proposalId) view returns (TallyResultData tallyResult)',
  'function getProposal(uint64 proposalId) view returns (ProposalData proposal)',
  'function getProposals(uint32 proposalStatus, address voter, address depositor, PageRequest pagination) view returns (ProposalData[] proposals, PageResponse pageResponse)',
  'function getParams() view returns (Params params)',
  'function getConstitution() view returns (string constitution)',
  'function getAuthority() view returns (string authorityBech32, address authorityHex)',
]);
