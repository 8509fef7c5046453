/** Answers the queries of `cosmos.gov.v1`. */
import { Coin } from '../../../../codec/cosmos/base.js';
import { duration, embedded, optional, repeated, string, uint } from '../../../../codec/protobuf/field.js';
import { message, type Of } from '../../../../codec/protobuf/message.js';
import { bytesToBigint } from '../../../../kernel/bytes.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { internal, invalidArgument, notFound } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOfEntries } from '../../../sdk/query/pagination.js';
import type { StateReader } from '../../../state/types.js';
import { accountOfQuery } from '../../staking/party.js';
import { GovParams } from '../params.js';
import {
  Deposit as DepositMessage,
  isStatus,
  NO_VOTES,
  Proposal as ProposalMessage,
  STATUS,
  statusField,
  TallyResult as Tally,
  type TallyResult as TallyValue,
  Vote as VoteMessage,
} from '../proposal.js';
import {
  DEPOSITS,
  PROPOSALS,
  partsPrefix,
  readConstitution,
  readDeposit,
  readGovParams,
  readProposal,
  readVote,
  VOTES,
} from '../store.js';
import { tallyOf } from '../tally.js';

const LENIENT = { lenient: true } as const;
const ById = { proposalId: uint(1) };

/** Throws SdkQueryError for the id 0. */
function checkId(id: bigint): void {
  if (id === 0n) throw invalidArgument('proposal id can not be 0');
}

export function proposalOfQuery(state: StateReader, id: bigint): ProposalMessage {
  checkId(id);
  const proposal = readProposal(state, id);
  if (proposal === undefined) throw notFound(`proposal ${id} doesn't exist`);
  return proposal;
}

/** `/cosmos.gov.v1.Query/Constitution` returns the text that the genesis has. */
export const Constitution = defineQuery('/cosmos.gov.v1.Query/Constitution', {
  rest: '/cosmos/gov/v1/constitution',
  request: NoFields,
  response: message('cosmos.gov.v1.QueryConstitutionResponse', { constitution: string(1) }),
  answer: (_, state) => ({ constitution: readConstitution(state) }),
});

/** `/cosmos.gov.v1.Query/Proposal` returns a proposal. */
export const Proposal = defineQuery('/cosmos.gov.v1.Query/Proposal', {
  rest: '/cosmos/gov/v1/proposals/{proposal_id}',
  request: message('cosmos.gov.v1.QueryProposalRequest', ById, LENIENT),
  response: message('cosmos.gov.v1.QueryProposalResponse', { proposal: optional(1, ProposalMessage) }),
  answer: ({ proposalId }, state) => ({ proposal: proposalOfQuery(state, proposalId) }),
});

/** Fields of a request for proposals, in both versions. */
export const proposalsFields = (version: string) => ({
  proposalStatus: statusField(1, version),
  voter: string(2),
  depositor: string(3),
  pagination: embedded(4, PageRequest),
});
const ProposalsRequest = message('cosmos.gov.v1.QueryProposalsRequest', proposalsFields('v1'), LENIENT);

/** Returns a page of the proposals that have the status, a vote and a deposit that the request names. */
export function proposalsPage(request: Of<typeof ProposalsRequest>, state: StateReader) {
  const { proposalStatus, voter, depositor, pagination } = request;
  const by = voter === '' ? undefined : accountOfQuery(voter, state);
  const from = depositor === '' ? undefined : accountOfQuery(depositor, state);
  const itemOf = (value: Uint8Array, key: Uint8Array): ProposalMessage | undefined => {
    const proposal = ProposalMessage.decode(value);
    const id = bytesToBigint(key);
    if (isStatus(proposalStatus) && proposal.status !== proposalStatus) return undefined;
    if (by !== undefined && readVote(state, id, by) === undefined) return undefined;
    return from !== undefined && readDeposit(state, id, from) === undefined ? undefined : proposal;
  };
  return pageOfEntries(
    { entries: state.entries('gov', PROPOSALS), prefix: PROPOSALS, itemOf, failure: internal },
    pagination,
  );
}

/** `/cosmos.gov.v1.Query/Proposals` returns all proposals, or those of a status, a voter or a depositor. */
export const Proposals = defineQuery('/cosmos.gov.v1.Query/Proposals', {
  rest: '/cosmos/gov/v1/proposals',
  request: ProposalsRequest,
  response: message('cosmos.gov.v1.QueryProposalsResponse', {
    proposals: repeated(1, ProposalMessage),
    pagination: optional(2, PageResponse),
  }),
  answer(request, state) {
    const { items: proposals, pagination } = proposalsPage(request, state);
    return { proposals, pagination };
  },
});

export function voteOfQuery(state: StateReader, id: bigint, voter: string): VoteMessage {
  checkId(id);
  if (voter === '') throw invalidArgument('empty voter address');
  const vote = readVote(state, id, accountOfQuery(voter, state));
  if (vote === undefined) throw invalidArgument(`voter: ${voter} not found for proposal: ${id}`);
  return vote;
}

/** `/cosmos.gov.v1.Query/Vote` returns the vote of an account while the voting period lasts. */
export const Vote = defineQuery('/cosmos.gov.v1.Query/Vote', {
  rest: '/cosmos/gov/v1/proposals/{proposal_id}/votes/{voter}',
  request: message('cosmos.gov.v1.QueryVoteRequest', { proposalId: uint(1), voter: string(2) }, LENIENT),
  response: message('cosmos.gov.v1.QueryVoteResponse', { vote: optional(1, VoteMessage) }),
  answer: ({ proposalId, voter }, state) => ({ vote: voteOfQuery(state, proposalId, voter) }),
});

export function votesPage(state: StateReader, id: bigint, page: PageRequest) {
  checkId(id);
  const prefix = partsPrefix(VOTES, id);
  const entries = state.entries('gov', prefix);
  return pageOfEntries({ entries, prefix, itemOf: VoteMessage.decode, failure: internal }, page);
}

/** `/cosmos.gov.v1.Query/Votes` returns the votes on a proposal, ascending by voter. */
export const Votes = defineQuery('/cosmos.gov.v1.Query/Votes', {
  rest: '/cosmos/gov/v1/proposals/{proposal_id}/votes',
  request: message('cosmos.gov.v1.QueryVotesRequest', { ...ById, pagination: embedded(2, PageRequest) }, LENIENT),
  response: message('cosmos.gov.v1.QueryVotesResponse', {
    votes: repeated(1, VoteMessage),
    pagination: optional(2, PageResponse),
  }),
  answer({ proposalId, pagination: page }, state) {
    const { items: votes, pagination } = votesPage(state, proposalId, page);
    return { votes, pagination };
  },
});

const VotingParams = message('cosmos.gov.v1.VotingParams', { votingPeriod: duration(1) });
const DepositParams = message('cosmos.gov.v1.DepositParams', {
  minDeposit: repeated(1, Coin),
  maxDepositPeriod: duration(2),
});
const TallyParams = message('cosmos.gov.v1.TallyParams', {
  quorum: string(1),
  threshold: string(2),
  vetoThreshold: string(3),
});
/** Kinds of parameters that a request can name. */
const KINDS = ['deposit', 'voting', 'tallying'];

/** `/cosmos.gov.v1.Query/Params` returns the parameters, and once more those of a kind. */
export const Params = defineQuery('/cosmos.gov.v1.Query/Params', {
  rest: '/cosmos/gov/v1/params/{params_type}',
  request: message('cosmos.gov.v1.QueryParamsRequest', { paramsType: string(1) }, LENIENT),
  response: message('cosmos.gov.v1.QueryParamsResponse', {
    votingParams: optional(1, VotingParams),
    depositParams: optional(2, DepositParams),
    tallyParams: optional(3, TallyParams),
    params: optional(4, GovParams),
  }),
  answer({ paramsType }, state) {
    if (paramsType !== '' && !KINDS.includes(paramsType)) throw invalidArgument(`unknown params type: ${paramsType}`);
    const params = readGovParams(state);
    return {
      votingParams: paramsType === 'voting' ? params : undefined,
      depositParams: paramsType === 'deposit' ? params : undefined,
      tallyParams: paramsType === 'tallying' ? params : undefined,
      params,
    };
  },
});

export function depositOfQuery(state: StateReader, id: bigint, depositor: string): DepositMessage {
  checkId(id);
  if (depositor === '') throw invalidArgument('empty depositor address');
  const deposit = readDeposit(state, id, accountOfQuery(depositor, state));
  if (deposit !== undefined) return deposit;
  throw notFound(
    `collections: not found: key '("${id}", "${depositor}")' of type github.com/cosmos/gogoproto/cosmos.gov.v1.Deposit`,
  );
}

/** `/cosmos.gov.v1.Query/Deposit` returns the deposit of an account to a proposal. */
export const Deposit = defineQuery('/cosmos.gov.v1.Query/Deposit', {
  rest: '/cosmos/gov/v1/proposals/{proposal_id}/deposits/{depositor}',
  request: message('cosmos.gov.v1.QueryDepositRequest', { proposalId: uint(1), depositor: string(2) }, LENIENT),
  response: message('cosmos.gov.v1.QueryDepositResponse', { deposit: optional(1, DepositMessage) }),
  answer: ({ proposalId, depositor }, state) => ({ deposit: depositOfQuery(state, proposalId, depositor) }),
});

export function depositsPage(state: StateReader, id: bigint, page: PageRequest) {
  checkId(id);
  const prefix = partsPrefix(DEPOSITS, id);
  const entries = state.entries('gov', prefix);
  return pageOfEntries({ entries, prefix, itemOf: DepositMessage.decode, failure: internal }, page);
}

/** `/cosmos.gov.v1.Query/Deposits` returns the deposits to a proposal, ascending by depositor. */
export const Deposits = defineQuery('/cosmos.gov.v1.Query/Deposits', {
  rest: '/cosmos/gov/v1/proposals/{proposal_id}/deposits',
  request: message('cosmos.gov.v1.QueryDepositsRequest', { ...ById, pagination: embedded(2, PageRequest) }, LENIENT),
  response: message('cosmos.gov.v1.QueryDepositsResponse', {
    deposits: repeated(1, DepositMessage),
    pagination: optional(2, PageResponse),
  }),
  answer({ proposalId, pagination: page }, state) {
    const { items: deposits, pagination } = depositsPage(state, proposalId, page);
    return { deposits, pagination };
  },
});

/** Returns the votes so far, or the final ones. */
export function tallyOfQuery(state: StateReader, id: bigint): TallyValue {
  const proposal = proposalOfQuery(state, id);
  if (proposal.status === STATUS.deposit) return NO_VOTES;
  if (proposal.status === STATUS.voting) return tallyOf(state, proposal).result;
  return proposal.finalTallyResult ?? NO_VOTES;
}

/** `/cosmos.gov.v1.Query/TallyResult` returns the powers that have voted for each option. */
export const TallyResult = defineQuery('/cosmos.gov.v1.Query/TallyResult', {
  rest: '/cosmos/gov/v1/proposals/{proposal_id}/tally',
  request: message('cosmos.gov.v1.QueryTallyResultRequest', ById, LENIENT),
  response: message('cosmos.gov.v1.QueryTallyResultResponse', { tally: optional(1, Tally) }),
  answer: ({ proposalId }, state) => ({ tally: tallyOfQuery(state, proposalId) }),
});
