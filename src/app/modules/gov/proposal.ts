/** Encodes proposals, deposits and votes as x/gov stores and shows them (`cosmos.gov.v1`). */
import { Any, Coin, type Packed, packedOneOf } from '../../../codec/cosmos/base.js';
import {
  bool,
  integer,
  mapped,
  optional,
  optionalTimestamp,
  repeated,
  small,
  string,
  uint,
} from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { formatDecimal, tryParseDecimal } from '../../types/coins.js';

/** Names of vote options (`VoteOption`) by number. */
const OPTION_NAMES = [
  'VOTE_OPTION_UNSPECIFIED',
  'VOTE_OPTION_YES',
  'VOTE_OPTION_ABSTAIN',
  'VOTE_OPTION_NO',
  'VOTE_OPTION_NO_WITH_VETO',
];
export const OPTION = { yes: 1, abstain: 2, no: 3, veto: 4 } as const;
export const optionName = (option: number): string => OPTION_NAMES[option] ?? option.toString();
export const isOption = (option: number): boolean => option >= OPTION.yes && option <= OPTION.veto;

const STATUS_NAMES = [
  'PROPOSAL_STATUS_UNSPECIFIED',
  'PROPOSAL_STATUS_DEPOSIT_PERIOD',
  'PROPOSAL_STATUS_VOTING_PERIOD',
  'PROPOSAL_STATUS_PASSED',
  'PROPOSAL_STATUS_REJECTED',
  'PROPOSAL_STATUS_FAILED',
];
export const STATUS = { deposit: 1, voting: 2, passed: 3, rejected: 4, failed: 5 } as const;
export const statusName = (status: number): string => STATUS_NAMES[status] ?? status.toString();
export const isStatus = (status: number): boolean => status >= STATUS.deposit && status <= STATUS.failed;

/** Fields of options and statuses, whose enums have a name in each version of the API. */
export const optionField = (number: number, version: string) =>
  small(number, { enum: `cosmos.gov.${version}.VoteOption`, values: OPTION_NAMES });
export const statusField = (number: number, version: string) =>
  small(number, { enum: `cosmos.gov.${version}.ProposalStatus`, values: STATUS_NAMES });

/** Option of a vote with its weight, a decimal in text. */
export const WeightedVoteOption = message('cosmos.gov.v1.WeightedVoteOption', {
  option: optionField(1, 'v1'),
  weight: string(2),
});
export type WeightedVoteOption = Of<typeof WeightedVoteOption>;

/** Sums of voting power, as whole numbers in text. */
export const TallyResult = message('cosmos.gov.v1.TallyResult', {
  yesCount: string(1),
  abstainCount: string(2),
  noCount: string(3),
  noWithVetoCount: string(4),
});
export type TallyResult = Of<typeof TallyResult>;
export const NO_VOTES: TallyResult = { yesCount: '0', abstainCount: '0', noCount: '0', noWithVetoCount: '0' };

export const Proposal = message('cosmos.gov.v1.Proposal', {
  id: uint(1),
  messages: repeated(2, Any),
  status: statusField(3, 'v1'),
  finalTallyResult: optional(4, TallyResult),
  submitTime: optionalTimestamp(5),
  depositEndTime: optionalTimestamp(6),
  totalDeposit: repeated(7, Coin, { keepEmpty: true }),
  votingStartTime: optionalTimestamp(8),
  votingEndTime: optionalTimestamp(9),
  metadata: string(10),
  title: string(11),
  summary: string(12),
  proposer: string(13),
  expedited: bool(14),
  failedReason: string(15),
});
export type Proposal = Of<typeof Proposal>;

export const Deposit = message('cosmos.gov.v1.Deposit', {
  proposalId: uint(1),
  depositor: string(2),
  amount: repeated(3, Coin, { keepEmpty: true }),
});
export type Deposit = Of<typeof Deposit>;

export const Vote = message('cosmos.gov.v1.Vote', {
  proposalId: uint(1),
  voter: string(2),
  options: repeated(4, WeightedVoteOption),
  metadata: string(5),
});
export type Vote = Of<typeof Vote>;

/** Option in `cosmos.gov.v1beta1`, whose weight is a decimal. */
export const LegacyVoteOption = message('cosmos.gov.v1beta1.WeightedVoteOption', {
  option: optionField(1, 'v1beta1'),
  weight: mapped(integer(2, 'dec'), formatDecimal, (text) => tryParseDecimal(text) ?? 0n),
});

/** Only content of a proposal in `cosmos.gov.v1beta1`: other ones have messages of their own today. */
export const TextProposal = message(
  'cosmos.gov.v1beta1.TextProposal',
  { title: string(1), description: string(2) },
  { aminoName: 'cosmos-sdk/TextProposal' },
);

export interface Content extends Packed {
  readonly title: string;
  readonly description: string;
}

export const ContentAny = packedOneOf<Content>(
  new Map([
    [
      TextProposal.typeUrl,
      (bytes) => {
        const value = TextProposal.decode(bytes);
        return {
          ...value,
          any: { typeUrl: TextProposal.typeUrl, value: bytes },
          amino: () => ({ type: TextProposal.aminoName, value: TextProposal.amino(value) }),
        };
      },
    ],
  ]),
);
