/** Functions that answer what the queries of gov answer. */
import { fromHex } from '../../../../kernel/hex.js';
import {
  depositOfQuery,
  depositsPage,
  proposalOfQuery,
  proposalsPage,
  tallyOfQuery,
  voteOfQuery,
  votesPage,
} from '../../../modules/gov/queries/proposals.js';
import { readConstitution, readGovParams } from '../../../modules/gov/store.js';
import { authorityText, GOV } from '../../../sdk/module/authority.js';
import { type PrecompileContext, precompileFunction } from '../../../sdk/solidity/precompile.js';
import { PAGE_REQUEST, PAGE_RESPONSE, pageRequestOf, solidityPage } from '../../../sdk/solidity/solidity_page.js';
import { bech32Address, checksumAddress } from '../../../types/address.js';
import { COIN } from '../../staking/solidity.js';
import { coinsOutput, depositOutput, proposalOutput, tallyOutput, voteOutput, WEIGHTED_OPTION } from '../solidity.js';

const WEIGHTED_VOTE =
  'struct WeightedVote { uint64 proposalId; address voter; WeightedVoteOption[] options; string metadata; }';
const DEPOSIT_DATA = 'struct DepositData { uint64 proposalId; address depositor; Coin[] amount; }';
const TALLY = 'struct TallyResultData { string yes; string abstain; string no; string noWithVeto; }';
const PROPOSAL =
  'struct ProposalData { uint64 id; string[] messages; uint32 status; TallyResultData finalTallyResult; uint64 submitTime; uint64 depositEndTime; Coin[] totalDeposit; uint64 votingStartTime; uint64 votingEndTime; string metadata; string title; string summary; address proposer; }';
const PARAMS =
  'struct Params { int64 votingPeriod; Coin[] minDeposit; int64 maxDepositPeriod; string quorum; string threshold; string vetoThreshold; string minInitialDepositRatio; string proposalCancelRatio; string proposalCancelDest; int64 expeditedVotingPeriod; string expeditedThreshold; Coin[] expeditedMinDeposit; bool burnVoteQuorum; bool burnProposalDepositPrevote; bool burnVoteVeto; string minDepositRatio; }';

const isZero = (arg: unknown): boolean => BigInt(String(arg)) === 0n;
const textOf = (arg: unknown, { params }: PrecompileContext): string =>
  bech32Address(fromHex(String(arg)), params.bech32Prefix);
/** Returns an account's address, or no text for the zero address. */
const optionalText = (arg: unknown, context: PrecompileContext): string => (isZero(arg) ? '' : textOf(arg, context));

export const getVote = precompileFunction(
  [
    WEIGHTED_OPTION,
    WEIGHTED_VOTE,
    'function getVote(uint64 proposalId, address voter) view returns (WeightedVote vote)',
  ],
  ([id, voter], context) => [voteOutput(voteOfQuery(context.state, id as bigint, textOf(voter, context)))],
);

export const getVotes = precompileFunction(
  [
    WEIGHTED_OPTION,
    WEIGHTED_VOTE,
    PAGE_REQUEST,
    PAGE_RESPONSE,
    'function getVotes(uint64 proposalId, PageRequest pagination) view returns (WeightedVote[] votes, PageResponse pageResponse)',
  ],
  ([id, page], { state }) => {
    const { items, pagination } = votesPage(state, id as bigint, pageRequestOf(page));
    return [items.map(voteOutput), solidityPage(pagination)];
  },
);

export const getDeposit = precompileFunction(
  [COIN, DEPOSIT_DATA, 'function getDeposit(uint64 proposalId, address depositor) view returns (DepositData deposit)'],
  ([id, depositor], context) => [
    depositOutput(depositOfQuery(context.state, id as bigint, textOf(depositor, context))),
  ],
);

export const getDeposits = precompileFunction(
  [
    COIN,
    DEPOSIT_DATA,
    PAGE_REQUEST,
    PAGE_RESPONSE,
    'function getDeposits(uint64 proposalId, PageRequest pagination) view returns (DepositData[] deposits, PageResponse pageResponse)',
  ],
  ([id, page], { state }) => {
    const { items, pagination } = depositsPage(state, id as bigint, pageRequestOf(page));
    return [items.map(depositOutput), solidityPage(pagination)];
  },
);

export const getTallyResult = precompileFunction(
  [TALLY, 'function getTallyResult(uint64 proposalId) view returns (TallyResultData tallyResult)'],
  ([id], { state }) => [tallyOutput(tallyOfQuery(state, id as bigint))],
);

export const getProposal = precompileFunction(
  [COIN, TALLY, PROPOSAL, 'function getProposal(uint64 proposalId) view returns (ProposalData proposal)'],
  ([id], { state }) => [proposalOutput(proposalOfQuery(state, id as bigint))],
);

export const getProposals = precompileFunction(
  [
    COIN,
    TALLY,
    PROPOSAL,
    PAGE_REQUEST,
    PAGE_RESPONSE,
    'function getProposals(uint32 proposalStatus, address voter, address depositor, PageRequest pagination) view returns (ProposalData[] proposals, PageResponse pageResponse)',
  ],
  ([status, voter, depositor, page], context) => {
    const request = {
      proposalStatus: Number(status),
      voter: optionalText(voter, context),
      depositor: optionalText(depositor, context),
      pagination: pageRequestOf(page),
    };
    const { items, pagination } = proposalsPage(request, context.state);
    return [items.map(proposalOutput), solidityPage(pagination)];
  },
);

export const getParams = precompileFunction(
  [COIN, PARAMS, 'function getParams() view returns (Params params)'],
  (_, { state }) => {
    const params = readGovParams(state);
    const { minDeposit, expeditedMinDeposit } = params;
    return [{ ...params, minDeposit: coinsOutput(minDeposit), expeditedMinDeposit: coinsOutput(expeditedMinDeposit) }];
  },
);

export const getConstitution = precompileFunction(
  'function getConstitution() view returns (string constitution)',
  (_, { state }) => [readConstitution(state)],
);

export const getAuthority = precompileFunction(
  'function getAuthority() view returns (string authorityBech32, address authorityHex)',
  (_, { params }) => [authorityText(params), checksumAddress(GOV.address)],
);
