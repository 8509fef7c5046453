/** Answers the queries of `cosmos.gov.v1beta1`, from the same state as those of `v1`. */
import { Any, Coin } from '../../../../codec/cosmos/base.js';
import {
  duration,
  embedded,
  integer,
  optional,
  repeated,
  string,
  timestamp,
  uint,
} from '../../../../codec/protobuf/field.js';
import { message, type Of } from '../../../../codec/protobuf/message.js';
import { ZERO_TIME } from '../../../../kernel/time.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, unknownError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse } from '../../../sdk/query/pagination.js';
import { MsgExecLegacyContent } from '../messages/legacy.js';
import { decimalOf } from '../params.js';
import {
  LegacyVoteOption,
  type Proposal as NewProposal,
  type TallyResult as NewTally,
  type Vote as NewVote,
  NO_VOTES,
  optionField,
  statusField,
} from '../proposal.js';
import { readGovParams } from '../store.js';
import {
  depositOfQuery,
  depositsPage,
  proposalOfQuery,
  proposalsFields,
  proposalsPage,
  tallyOfQuery,
  voteOfQuery,
  votesPage,
} from './proposals.js';

const LENIENT = { lenient: true } as const;

const Tally = message('cosmos.gov.v1beta1.TallyResult', {
  yes: integer(1),
  abstain: integer(2),
  no: integer(3),
  noWithVeto: integer(4),
});

const tallyFrom = ({ yesCount, abstainCount, noCount, noWithVetoCount }: NewTally): Of<typeof Tally> => ({
  yes: BigInt(yesCount),
  abstain: BigInt(abstainCount),
  no: BigInt(noCount),
  noWithVeto: BigInt(noWithVetoCount),
});

const ProposalMessage = message('cosmos.gov.v1beta1.Proposal', {
  proposalId: uint(1),
  content: optional(2, Any),
  status: statusField(3, 'v1beta1'),
  finalTallyResult: embedded(4, Tally),
  submitTime: timestamp(5),
  depositEndTime: timestamp(6),
  totalDeposit: repeated(7, Coin),
  votingStartTime: timestamp(8),
  votingEndTime: timestamp(9),
});

/** Converts a proposal of one message. Throws SdkQueryError for others. */
function proposalFrom(proposal: NewProposal): Of<typeof ProposalMessage> {
  const [only, ...more] = proposal.messages;
  if (only === undefined || more.length > 0)
    throw unknownError(
      "can't convert a gov/v1 Proposal to gov/v1beta1 Proposal when amount of proposal messages not exactly one: invalid type",
    );
  const isLegacy = only.typeUrl === MsgExecLegacyContent.typeUrl;
  return {
    proposalId: proposal.id,
    content: isLegacy ? MsgExecLegacyContent.message.decode(only.value).content?.any : only,
    status: proposal.status,
    finalTallyResult: tallyFrom(proposal.finalTallyResult ?? NO_VOTES),
    submitTime: proposal.submitTime ?? ZERO_TIME,
    depositEndTime: proposal.depositEndTime ?? ZERO_TIME,
    totalDeposit: proposal.totalDeposit,
    votingStartTime: proposal.votingStartTime ?? ZERO_TIME,
    votingEndTime: proposal.votingEndTime ?? ZERO_TIME,
  };
}

const VoteMessage = message('cosmos.gov.v1beta1.Vote', {
  proposalId: uint(1),
  voter: string(2),
  /** Deprecated, and always empty. */
  option: optionField(3, 'v1beta1'),
  options: repeated(4, LegacyVoteOption),
});
const voteFrom = ({ proposalId, voter, options }: NewVote): Of<typeof VoteMessage> => ({
  proposalId,
  voter,
  option: 0,
  options,
});

const DepositMessage = message('cosmos.gov.v1beta1.Deposit', {
  proposalId: uint(1),
  depositor: string(2),
  amount: repeated(3, Coin),
});

/** `/cosmos.gov.v1beta1.Query/Proposal` returns a proposal. */
export const LegacyProposal = defineQuery('/cosmos.gov.v1beta1.Query/Proposal', {
  rest: '/cosmos/gov/v1beta1/proposals/{proposal_id}',
  request: message('cosmos.gov.v1beta1.QueryProposalRequest', { proposalId: uint(1) }, LENIENT),
  response: message('cosmos.gov.v1beta1.QueryProposalResponse', { proposal: embedded(1, ProposalMessage) }),
  answer: ({ proposalId }, state) => ({ proposal: proposalFrom(proposalOfQuery(state, proposalId)) }),
});

/** `/cosmos.gov.v1beta1.Query/Proposals` returns all proposals, or those of a status, a voter or a depositor. */
export const LegacyProposals = defineQuery('/cosmos.gov.v1beta1.Query/Proposals', {
  rest: '/cosmos/gov/v1beta1/proposals',
  request: message('cosmos.gov.v1beta1.QueryProposalsRequest', proposalsFields('v1beta1'), LENIENT),
  response: message('cosmos.gov.v1beta1.QueryProposalsResponse', {
    proposals: repeated(1, ProposalMessage),
    pagination: optional(2, PageResponse),
  }),
  answer(request, state) {
    const { items, pagination } = proposalsPage(request, state);
    return { proposals: items.map(proposalFrom), pagination };
  },
});

/** `/cosmos.gov.v1beta1.Query/Vote` returns the vote of an account while the voting period lasts. */
export const LegacyVote = defineQuery('/cosmos.gov.v1beta1.Query/Vote', {
  rest: '/cosmos/gov/v1beta1/proposals/{proposal_id}/votes/{voter}',
  request: message('cosmos.gov.v1beta1.QueryVoteRequest', { proposalId: uint(1), voter: string(2) }, LENIENT),
  response: message('cosmos.gov.v1beta1.QueryVoteResponse', { vote: embedded(1, VoteMessage) }),
  answer: ({ proposalId, voter }, state) => ({ vote: voteFrom(voteOfQuery(state, proposalId, voter)) }),
});

/** `/cosmos.gov.v1beta1.Query/Votes` returns the votes on a proposal, ascending by voter. */
export const LegacyVotes = defineQuery('/cosmos.gov.v1beta1.Query/Votes', {
  rest: '/cosmos/gov/v1beta1/proposals/{proposal_id}/votes',
  request: message(
    'cosmos.gov.v1beta1.QueryVotesRequest',
    { proposalId: uint(1), pagination: embedded(2, PageRequest) },
    LENIENT,
  ),
  response: message('cosmos.gov.v1beta1.QueryVotesResponse', {
    votes: repeated(1, VoteMessage),
    pagination: optional(2, PageResponse),
  }),
  answer({ proposalId, pagination: page }, state) {
    const { items, pagination } = votesPage(state, proposalId, page);
    return { votes: items.map(voteFrom), pagination };
  },
});

const VotingParams = message('cosmos.gov.v1beta1.VotingParams', { votingPeriod: duration(1) });
const DepositParams = message('cosmos.gov.v1beta1.DepositParams', {
  minDeposit: repeated(1, Coin),
  maxDepositPeriod: duration(2),
});
const TallyParams = message('cosmos.gov.v1beta1.TallyParams', {
  quorum: integer(1, 'decBytes'),
  threshold: integer(2, 'decBytes'),
  vetoThreshold: integer(3, 'decBytes'),
});

/** `/cosmos.gov.v1beta1.Query/Params` returns the parameters of a kind: `deposit`, `voting` or `tallying`. */
export const LegacyParams = defineQuery('/cosmos.gov.v1beta1.Query/Params', {
  rest: '/cosmos/gov/v1beta1/params/{params_type}',
  request: message('cosmos.gov.v1beta1.QueryParamsRequest', { paramsType: string(1) }, LENIENT),
  response: message('cosmos.gov.v1beta1.QueryParamsResponse', {
    votingParams: embedded(1, VotingParams),
    depositParams: embedded(2, DepositParams),
    tallyParams: embedded(3, TallyParams),
  }),
  answer({ paramsType }, state) {
    const params = readGovParams(state);
    const none = {
      votingParams: { votingPeriod: 0n },
      depositParams: { minDeposit: [], maxDepositPeriod: 0n },
      tallyParams: { quorum: 0n, threshold: 0n, vetoThreshold: 0n },
    };
    const [quorum, threshold, vetoThreshold] = [params.quorum, params.threshold, params.vetoThreshold].map(decimalOf);
    if (paramsType === 'voting') return { ...none, votingParams: params };
    if (paramsType === 'deposit') return { ...none, depositParams: params };
    if (paramsType === 'tallying')
      return {
        ...none,
        tallyParams: { quorum: quorum ?? 0n, threshold: threshold ?? 0n, vetoThreshold: vetoThreshold ?? 0n },
      };
    throw invalidArgument(paramsType === '' ? ' is not a valid parameter type' : `unknown params type: ${paramsType}`);
  },
});

/** `/cosmos.gov.v1beta1.Query/Deposit` returns the deposit of an account to a proposal. */
export const LegacyDeposit = defineQuery('/cosmos.gov.v1beta1.Query/Deposit', {
  rest: '/cosmos/gov/v1beta1/proposals/{proposal_id}/deposits/{depositor}',
  request: message('cosmos.gov.v1beta1.QueryDepositRequest', { proposalId: uint(1), depositor: string(2) }, LENIENT),
  response: message('cosmos.gov.v1beta1.QueryDepositResponse', { deposit: embedded(1, DepositMessage) }),
  answer: ({ proposalId, depositor }, state) => ({ deposit: depositOfQuery(state, proposalId, depositor) }),
});

/** `/cosmos.gov.v1beta1.Query/Deposits` returns the deposits to a proposal, ascending by depositor. */
export const LegacyDeposits = defineQuery('/cosmos.gov.v1beta1.Query/Deposits', {
  rest: '/cosmos/gov/v1beta1/proposals/{proposal_id}/deposits',
  request: message(
    'cosmos.gov.v1beta1.QueryDepositsRequest',
    { proposalId: uint(1), pagination: embedded(2, PageRequest) },
    LENIENT,
  ),
  response: message('cosmos.gov.v1beta1.QueryDepositsResponse', {
    deposits: repeated(1, DepositMessage),
    pagination: optional(2, PageResponse),
  }),
  answer({ proposalId, pagination: page }, state) {
    const { items: deposits, pagination } = depositsPage(state, proposalId, page);
    return { deposits, pagination };
  },
});

/** `/cosmos.gov.v1beta1.Query/TallyResult` returns the powers that have voted for each option. */
export const LegacyTallyResult = defineQuery('/cosmos.gov.v1beta1.Query/TallyResult', {
  rest: '/cosmos/gov/v1beta1/proposals/{proposal_id}/tally',
  request: message('cosmos.gov.v1beta1.QueryTallyResultRequest', { proposalId: uint(1) }, LENIENT),
  response: message('cosmos.gov.v1beta1.QueryTallyResultResponse', { tally: embedded(1, Tally) }),
  answer: ({ proposalId }, state) => ({ tally: tallyFrom(tallyOfQuery(state, proposalId)) }),
});
