/**
 * `cosmos.gov.v1.MsgDeposit`, `MsgVote`, `MsgVoteWeighted`, `MsgCancelProposal` and `MsgUpdateParams`. The first three
 * have the same effect in `cosmos.gov.v1beta1`.
 */
import { Coin } from '../../../../codec/cosmos/base.js';
import { compactText } from '../../../../codec/protobuf/compact_text.js';
import { repeated, string, timestamp, uint } from '../../../../codec/protobuf/field.js';
import { type Field, message } from '../../../../codec/protobuf/message.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import type { ChainParams } from '../../../sdk/chain_params.js';
import { defineUpdateParams, invalidParams } from '../../../sdk/module/authority.js';
import { defineMessage, type MessageContext } from '../../../sdk/module/message.js';
import { bech32Address, readAddress } from '../../../types/address.js';
import { DECIMAL_ONE, formatDecimal, tryParseDecimal } from '../../../types/coins.js';
import { event } from '../../../types/events.js';
import { failure } from '../../../types/refusal.js';
import { addDeposit, chargeDeposits, existingProposal, readDepositCoins } from '../deposits.js';
import { checkMetadataLength, govFailure } from '../failure.js';
import { GovParams, govParamsProblem } from '../params.js';
import { isOption, LegacyVoteOption, optionField, optionName, STATUS, WeightedVoteOption } from '../proposal.js';
import { deleteParts, deleteProposal, isVoting, VOTES, writeGovParams, writeVote } from '../store.js';

/** Id of a proposal, which amino writes even when it is zero. */
const shownId = (number: number): Field<bigint> => ({ ...uint(number), amino: (value) => value.toString() });

const voterOf = ({ voter }: { readonly voter: string }, { bech32Prefix }: Pick<ChainParams, 'bech32Prefix'>): Bytes =>
  readAddress('voter address', voter, bech32Prefix);
const depositorOf = ({ depositor }: { readonly depositor: string }, { bech32Prefix }: ChainParams): Bytes =>
  readAddress('depositor address', depositor, bech32Prefix);

const depositOf = (version: string, aminoName: string) =>
  defineMessage({
    message: message(
      `cosmos.gov.${version}.MsgDeposit`,
      { proposalId: shownId(1), depositor: string(2), amount: repeated(3, Coin, { keepEmpty: true }) },
      { aminoName },
    ),
    response: message(`cosmos.gov.${version}.MsgDepositResponse`, {}),
    signers: (value, params) => [depositorOf(value, params)],
    handle(value, context) {
      const depositor = depositorOf(value, context.params);
      const coins = readDepositCoins(value.amount);
      if (coins.length === 0) throw failure('invalidCoins', ': invalid coins');
      if (addDeposit(context, value.proposalId, depositor, coins))
        context.emit(event('proposal_deposit', { voting_period_start: value.proposalId.toString() }));
      return {};
    },
  });
export const MsgDeposit = depositOf('v1', 'cosmos-sdk/v1/MsgDeposit');
export const LegacyMsgDeposit = depositOf('v1beta1', 'cosmos-sdk/MsgDeposit');

export const MsgVote = defineMessage({
  message: message(
    'cosmos.gov.v1.MsgVote',
    { proposalId: shownId(1), voter: string(2), option: optionField(3, 'v1'), metadata: string(4) },
    { aminoName: 'cosmos-sdk/v1/MsgVote' },
  ),
  response: message('cosmos.gov.v1.MsgVoteResponse', {}),
  signers: (value, params) => [voterOf(value, params)],
  handle: (value, context) => voteFor(context, value),
});

export const LegacyMsgVote = defineMessage({
  message: message(
    'cosmos.gov.v1beta1.MsgVote',
    { proposalId: uint(1), voter: string(2), option: optionField(3, 'v1beta1') },
    { aminoName: 'cosmos-sdk/MsgVote' },
  ),
  response: message('cosmos.gov.v1beta1.MsgVoteResponse', {}),
  signers: (value, params) => [voterOf(value, params)],
  handle: (value, context) => voteFor(context, { ...value, metadata: '' }),
});

interface Ballot {
  readonly proposalId: bigint;
  readonly voter: string;
  readonly metadata: string;
}

function voteFor(context: MessageContext, value: Ballot & { readonly option: number }): object {
  const voter = voterOf(value, context.params);
  if (!isOption(value.option)) throw govFailure('invalidVote', optionName(value.option));
  return addVote(context, value, voter, [{ option: value.option, weight: formatDecimal(DECIMAL_ONE) }]);
}

export const MsgVoteWeighted = defineMessage({
  message: message(
    'cosmos.gov.v1.MsgVoteWeighted',
    { proposalId: shownId(1), voter: string(2), options: repeated(3, WeightedVoteOption), metadata: string(4) },
    { aminoName: 'cosmos-sdk/v1/MsgVoteWeighted' },
  ),
  response: message('cosmos.gov.v1.MsgVoteWeightedResponse', {}),
  signers: (value, params) => [voterOf(value, params)],
  handle: (value, context) => voteWeighted(context, value),
});

export const LegacyMsgVoteWeighted = defineMessage({
  message: message(
    'cosmos.gov.v1beta1.MsgVoteWeighted',
    { proposalId: shownId(1), voter: string(2), options: repeated(3, LegacyVoteOption, { keepEmpty: true }) },
    { aminoName: 'cosmos-sdk/MsgVoteWeighted' },
  ),
  response: message('cosmos.gov.v1beta1.MsgVoteWeightedResponse', {}),
  signers: (value, params) => [voterOf(value, params)],
  handle: (value, context) => voteWeighted(context, { ...value, metadata: '' }),
});

function voteWeighted(
  context: MessageContext,
  value: Ballot & { readonly options: readonly WeightedVoteOption[] },
): object {
  const voter = voterOf(value, context.params);
  if (value.options.length === 0) throw failure('invalidRequest', 'null: invalid request');
  let total = 0n;
  const used = new Set<number>();
  for (const option of value.options) {
    const weight = tryParseDecimal(option.weight) ?? 0n;
    if (weight === 0n || weight > DECIMAL_ONE || !isOption(option.option))
      throw govFailure('invalidVote', compactText(WeightedVoteOption, WeightedVoteOption.encode(option)));
    total += weight;
    if (used.has(option.option)) throw govFailure('invalidVote', 'duplicated vote option');
    used.add(option.option);
  }
  if (total > DECIMAL_ONE) throw govFailure('invalidVote', 'total weight overflow 1.00');
  if (total < DECIMAL_ONE) throw govFailure('invalidVote', 'total weight lower than 1.00');
  return addVote(context, value, voter, value.options);
}

/** Stores a vote in place of an earlier one of the voter. */
function addVote(
  { state, params, emit }: MessageContext,
  { proposalId, metadata }: Ballot,
  voter: Bytes,
  options: readonly WeightedVoteOption[],
): object {
  if (!isVoting(state, proposalId)) throw govFailure('inactiveProposal', proposalId.toString());
  checkMetadataLength(metadata);
  const text = bech32Address(voter, params.bech32Prefix);
  writeVote(state, { proposalId, voter: text, options, metadata });
  const option = JSON.stringify(options.map(({ option, weight }) => ({ option, weight })));
  emit(event('proposal_vote', { voter: text, option, proposal_id: proposalId.toString() }));
  return {};
}

export const MsgCancelProposal = defineMessage({
  message: message('cosmos.gov.v1.MsgCancelProposal', { proposalId: uint(1), proposer: string(2) }),
  response: message('cosmos.gov.v1.MsgCancelProposalResponse', {
    proposalId: uint(1),
    canceledTime: timestamp(2),
    canceledHeight: uint(3),
  }),
  signers: ({ proposer }, { bech32Prefix }) => [readAddress('proposer address', proposer, bech32Prefix)],
  handle({ proposalId, proposer }, context) {
    const { state, block, emit } = context;
    const proposal = existingProposal(state, proposalId);
    if (proposal.proposer !== proposer) throw govFailure('invalidProposer', `invalid proposer ${proposer}`);
    if (proposal.status !== STATUS.deposit && proposal.status !== STATUS.voting)
      throw govFailure('invalidProposal', 'proposal should be in the deposit or voting period');
    if (proposal.votingEndTime !== undefined && proposal.votingEndTime < block.time)
      throw govFailure('votingEnded', `voting period is already ended for this proposal ${proposalId}`);
    chargeDeposits(context, proposalId);
    if (proposal.votingStartTime !== undefined) deleteParts(state, VOTES, proposalId);
    deleteProposal(state, proposal);
    emit(event('cancel_proposal', { sender: proposer, proposal_id: proposalId.toString() }));
    return { proposalId, canceledTime: block.time, canceledHeight: block.height };
  },
});

export const MsgUpdateParams = defineUpdateParams({
  of: 'cosmos.gov.v1',
  aminoName: 'cosmos-sdk/x/gov/v1/MsgUpdateParams',
  params: GovParams,
  update(params, { state, params: { bech32Prefix } }) {
    const problem = govParamsProblem(params, bech32Prefix);
    if (problem !== undefined) throw invalidParams(problem);
    writeGovParams(state, params);
  },
});
