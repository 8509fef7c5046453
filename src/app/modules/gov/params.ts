/** The parameters of x/gov, their defaults and their checks (SDK x/gov `params.go`). Decimals are text. */
import { Coin } from '../../../codec/cosmos/base.js';
import { bool, duration, repeated, string } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { NANOS_PER_SECOND } from '../../../kernel/time.js';
import type { ChainParams } from '../../sdk/chain_params.js';
import { parseBech32Address } from '../../types/address.js';
import { coinsText, DECIMAL_ONE, subtractCoins, tryParseCoins, tryParseDecimal } from '../../types/coins.js';

export const GovParams = message('cosmos.gov.v1.Params', {
  minDeposit: repeated(1, Coin, { keepEmpty: true }),
  /** Nanoseconds, as the other periods. */
  maxDepositPeriod: duration(2),
  votingPeriod: duration(3),
  quorum: string(4),
  threshold: string(5),
  vetoThreshold: string(6),
  minInitialDepositRatio: string(7),
  proposalCancelRatio: string(8),
  /** Recipient of what a canceled proposal costs; it is burnt when this is empty. */
  proposalCancelDest: string(9),
  expeditedVotingPeriod: duration(10),
  expeditedThreshold: string(11),
  expeditedMinDeposit: repeated(12, Coin, { keepEmpty: true }),
  burnVoteQuorum: bool(13),
  burnProposalDepositPrevote: bool(14),
  burnVoteVeto: bool(15),
  minDepositRatio: string(16),
});
export type GovParams = Of<typeof GovParams>;

const DAY = 86_400n * NANOS_PER_SECOND;

/** Returns the parameters of a chain whose genesis has none: the SDK's, in the base denom. */
export const defaultGovParams = ({ baseDenom: denom }: Pick<ChainParams, 'baseDenom'>): GovParams => ({
  minDeposit: [{ denom, amount: '10000000' }],
  maxDepositPeriod: 2n * DAY,
  votingPeriod: 2n * DAY,
  quorum: '0.334000000000000000',
  threshold: '0.500000000000000000',
  vetoThreshold: '0.334000000000000000',
  minInitialDepositRatio: '0.000000000000000000',
  proposalCancelRatio: '0.500000000000000000',
  proposalCancelDest: '',
  expeditedVotingPeriod: DAY,
  expeditedThreshold: '0.667000000000000000',
  expeditedMinDeposit: [{ denom, amount: '50000000' }],
  burnVoteQuorum: false,
  burnProposalDepositPrevote: false,
  burnVoteVeto: true,
  minDepositRatio: '0.010000000000000000',
});

/** Returns a decimal of the parameters. They are checked before they are stored. */
export const decimalOf = (text: string): bigint => tryParseDecimal(text) ?? 0n;

/** Returns why the parameters are invalid, in the SDK's words; undefined for valid ones. */
export function govParamsProblem(params: GovParams, prefix: string): string | undefined {
  return depositProblem(params) ?? tallyProblem(params) ?? periodProblem(params) ?? cancelProblem(params, prefix);
}

function depositProblem({ minDeposit, expeditedMinDeposit, maxDepositPeriod }: GovParams): string | undefined {
  const [least, expedited] = [tryParseCoins(minDeposit), tryParseCoins(expeditedMinDeposit)];
  if (least === undefined || least.length === 0) return `invalid minimum deposit: ${coinsText(minDeposit)}`;
  if (expedited === undefined || expedited.length === 0)
    return `invalid expedited minimum deposit: ${coinsText(expeditedMinDeposit)}`;
  if (subtractCoins(least, expedited) !== undefined)
    return `expedited minimum deposit must be greater than minimum deposit: ${coinsText(expeditedMinDeposit)}`;
  if (maxDepositPeriod <= 0n) return `maximum deposit period must be positive: ${maxDepositPeriod}`;
  return undefined;
}

/** Returns what is wrong with a share: its text, or a value outside of 0 to 1. */
function shareProblem(text: string, invalid: string, name: string, isPositive: boolean): string | undefined {
  const value = tryParseDecimal(text.replace(/^-/, ''));
  if (value === undefined) return `invalid ${invalid}: failed to set decimal string with base 10: ${text}`;
  if (text.startsWith('-') || (isPositive && value === 0n))
    return `${name} ${isPositive ? 'must be positive' : 'cannot be negative'}: ${text}`;
  return value > DECIMAL_ONE ? `${name} too large: ${text}` : undefined;
}

const tallyProblem = ({ quorum, threshold, expeditedThreshold, vetoThreshold }: GovParams): string | undefined =>
  shareProblem(quorum, 'quorum string', 'quorom', false) ??
  shareProblem(threshold, 'threshold string', 'vote threshold', true) ??
  shareProblem(expeditedThreshold, 'expedited threshold string', 'expedited vote threshold', true) ??
  (decimalOf(expeditedThreshold) <= decimalOf(threshold)
    ? `expedited vote threshold ${expeditedThreshold}, must be greater than the regular threshold ${threshold}`
    : undefined) ??
  shareProblem(vetoThreshold, 'vetoThreshold string', 'veto threshold', true);

function periodProblem({ votingPeriod, expeditedVotingPeriod }: GovParams): string | undefined {
  const text = (nanos: bigint): string => `${Number(nanos) / Number(NANOS_PER_SECOND)}s`;
  if (votingPeriod <= 0n) return `voting period must be positive: ${text(votingPeriod)}`;
  if (expeditedVotingPeriod <= 0n) return `expedited voting period must be positive: ${text(expeditedVotingPeriod)}`;
  return expeditedVotingPeriod < votingPeriod
    ? undefined
    : `expedited voting period ${text(expeditedVotingPeriod)} must be strictly less that the regular voting period ${text(votingPeriod)}`;
}

function cancelProblem(params: GovParams, prefix: string): string | undefined {
  const { minInitialDepositRatio, proposalCancelRatio, proposalCancelDest, minDepositRatio } = params;
  return (
    shareProblem(
      minInitialDepositRatio,
      'mininum initial deposit ratio of proposal',
      'mininum initial deposit ratio of proposal',
      false,
    ) ??
    shareProblem(proposalCancelRatio, 'burn rate of cancel proposal', 'burn rate of cancel proposal', false) ??
    (proposalCancelDest === '' || parseBech32Address(proposalCancelDest, prefix) instanceof Uint8Array
      ? undefined
      : `deposits destination address is invalid: ${proposalCancelDest}`) ??
    shareProblem(minDepositRatio, 'minimum deposit ratio', 'minimum deposit ratio', false)
  );
}
