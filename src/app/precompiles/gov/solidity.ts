/** Translates values of gov to Solidity's types (cosmos/evm `precompiles/gov`). */
import type { Coin } from '../../../codec/cosmos/base.js';
import { unixSeconds } from '../../../kernel/time.js';
import { type Deposit, NO_VOTES, type Proposal, type TallyResult, type Vote } from '../../modules/gov/proposal.js';
import { checksumAddress, storedAddress } from '../../types/address.js';

export const WEIGHTED_OPTION = 'struct WeightedVoteOption { uint8 option; string weight; }';

export const coinsOutput = (coins: readonly Coin[]) =>
  coins.map(({ denom, amount }) => ({ denom, amount: BigInt(amount) }));

const hexOf = (text: string): string => checksumAddress(storedAddress(text));

export const voteOutput = ({ proposalId, voter, options, metadata }: Vote) => ({
  proposalId,
  voter: hexOf(voter),
  options,
  metadata,
});

export const depositOutput = ({ proposalId, depositor, amount }: Deposit) => ({
  proposalId,
  depositor: hexOf(depositor),
  amount: coinsOutput(amount),
});

export const tallyOutput = ({ yesCount, abstainCount, noCount, noWithVetoCount }: TallyResult) => ({
  yes: yesCount,
  abstain: abstainCount,
  no: noCount,
  noWithVeto: noWithVetoCount,
});

const secondsOf = (time: bigint | undefined): bigint => (time === undefined ? 0n : unixSeconds(time));

export const proposalOutput = (proposal: Proposal) => ({
  ...proposal,
  messages: proposal.messages.map(({ typeUrl }) => typeUrl),
  finalTallyResult: tallyOutput(proposal.finalTallyResult ?? NO_VOTES),
  submitTime: secondsOf(proposal.submitTime),
  depositEndTime: secondsOf(proposal.depositEndTime),
  totalDeposit: coinsOutput(proposal.totalDeposit),
  votingStartTime: secondsOf(proposal.votingStartTime),
  votingEndTime: secondsOf(proposal.votingEndTime),
  proposer: hexOf(proposal.proposer),
});
