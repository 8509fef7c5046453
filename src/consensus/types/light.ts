/**
 * The rules of a light client (CometBFT light/verifier.go), with CometBFT's error texts: whether a trusted header makes
 * another one trusted. A header of the next height must have the validators that the trusted one names. For any other
 * height, enough of those must have signed it. Left out: verifying backwards.
 */
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { goDurationText, goTimeText } from '../../kernel/go_time.js';
import { toUpperHex } from '../../kernel/hex.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { Commit } from './commit.js';
import { type TrustLevel, verifyCommitLight, verifyCommitLightTrusting } from './commit_light.js';
import type { Header } from './header.js';
import { signedHeaderProblem } from './light_block.js';
import { type ValidatorSet, validatorsHash } from './validator_set.js';
import type { Verify } from './verify_commit.js';

/** Fields of a trusted header. */
export interface TrustedState {
  readonly chainId: string;
  readonly height: bigint;
  readonly time: UnixNanos;
  readonly nextValidatorsHash: Bytes;
}

export interface UntrustedBlock {
  readonly header: Header;
  readonly commit: Commit;
  readonly validatorSet: ValidatorSet;
}

/** Durations in nanoseconds. */
export interface LightRules {
  readonly trustingPeriod: bigint;
  readonly maxClockDrift: bigint;
  readonly trustLevel: TrustLevel;
  readonly now: UnixNanos;
  readonly verify: Verify;
}

/** Returns why `block` cannot be trusted; undefined when it can. `nextValidators` are those that `trusted` names. */
export const verifyLight = (
  trusted: TrustedState,
  nextValidators: ValidatorSet,
  block: UntrustedBlock,
  rules: LightRules,
): string | undefined =>
  block.header.height === trusted.height + 1n
    ? verifyAdjacent(trusted, block, rules)
    : verifyNonAdjacent(trusted, nextValidators, block, rules);

export function verifyAdjacent(trusted: TrustedState, block: UntrustedBlock, rules: LightRules): string | undefined {
  const { header } = block;
  if (header.height !== trusted.height + 1n) return 'headers must be adjacent in height';
  const problem = expiryProblem(trusted, rules) ?? newHeaderProblem(trusted, block, rules);
  if (problem !== undefined) return problem;
  if (!equalBytes(header.validatorsHash, trusted.nextValidatorsHash))
    return `expected old header next validators (${toUpperHex(trusted.nextValidatorsHash)}) to match those from new header (${toUpperHex(header.validatorsHash)})`;
  return ownCommitProblem(trusted, block, rules);
}

export function verifyNonAdjacent(
  trusted: TrustedState,
  nextValidators: ValidatorSet,
  block: UntrustedBlock,
  rules: LightRules,
): string | undefined {
  if (block.header.height === trusted.height + 1n) return 'headers must be non adjacent in height';
  const problem = expiryProblem(trusted, rules) ?? newHeaderProblem(trusted, block, rules);
  if (problem !== undefined) return problem;
  const { trustLevel, verify } = rules;
  const distrust = verifyCommitLightTrusting(trusted.chainId, nextValidators, block.commit, trustLevel, verify);
  if (distrust !== undefined)
    return distrust.type === 'short' ? `cant trust new val set: ${distrust.text}` : distrust.text;
  return ownCommitProblem(trusted, block, rules);
}

/** Returns why a trust level is too low or too high; undefined when it is valid. */
export function trustLevelProblem({ numerator, denominator }: TrustLevel): string | undefined {
  if (numerator * 3n >= denominator && numerator <= denominator && denominator !== 0n) return undefined;
  return `trustLevel must be within [1/3, 1], given ${numerator}/${denominator}`;
}

/** Reports whether a header of `time` is too old to be trusted. */
export const isExpired = (time: UnixNanos, trustingPeriod: bigint, now: UnixNanos): boolean =>
  time + trustingPeriod <= now;

function expiryProblem({ time }: TrustedState, { trustingPeriod, now }: LightRules): string | undefined {
  if (!isExpired(time, trustingPeriod, now)) return undefined;
  return `old header has expired at ${goTimeText(time + trustingPeriod)} (now: ${goTimeText(now)})`;
}

const invalidHeader = (problem: string | undefined): string | undefined => problem && `invalid header: ${problem}`;

function newHeaderProblem(trusted: TrustedState, block: UntrustedBlock, rules: LightRules): string | undefined {
  return invalidHeader(formProblem(trusted, block) ?? orderProblem(trusted, block, rules));
}

function formProblem({ chainId }: TrustedState, { header, commit }: UntrustedBlock): string | undefined {
  const problem =
    signedHeaderProblem(header, commit) ??
    (header.chainId === chainId
      ? undefined
      : `header belongs to another chain ${JSON.stringify(header.chainId)}, not ${JSON.stringify(chainId)}`);
  return problem && `untrustedHeader.ValidateBasic failed: ${problem}`;
}

function orderProblem(
  trusted: TrustedState,
  { header, validatorSet }: UntrustedBlock,
  { now, maxClockDrift }: LightRules,
): string | undefined {
  if (header.height <= trusted.height)
    return `expected new header height ${header.height} to be greater than one of old header ${trusted.height}`;
  if (header.time <= trusted.time)
    return `expected new header time ${goTimeText(header.time)} to be after old header time ${goTimeText(trusted.time)}`;
  if (header.time >= now + maxClockDrift)
    return `new header has a time from the future ${goTimeText(header.time)} (now: ${goTimeText(now)}; max clock drift: ${goDurationText(maxClockDrift)})`;
  const supplied = validatorsHash(validatorSet);
  if (equalBytes(header.validatorsHash, supplied)) return undefined;
  return `expected new header validators (${toUpperHex(header.validatorsHash)}) to match those that were supplied (${toUpperHex(supplied)}) at height ${header.height}`;
}

/** Runs last, because an untrusted set may be large. */
function ownCommitProblem(
  { chainId }: TrustedState,
  { header, commit, validatorSet }: UntrustedBlock,
  { verify }: LightRules,
): string | undefined {
  return invalidHeader(verifyCommitLight(chainId, validatorSet, commit.blockId, header.height, commit, verify)?.text);
}
