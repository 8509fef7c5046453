/**
 * Verifies commits as a light client does (CometBFT types/validation.go `VerifyCommitLight`,
 * `VerifyCommitLightTrusting`), with CometBFT's error texts. Votes for nil do not count. Checking ends with enough
 * power, unless `all` is set. Power is counted before signatures are checked, as the batch verifier does.
 */
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { toUpperHex } from '../../kernel/hex.js';
import { type BlockId, equalBlockIds } from './block_id.js';
import { BlockIdFlag, type Commit, type CommitSig, commitSlotSignBytes } from './commit.js';
import { indexOfAddress, type Validator, type ValidatorSet } from './validator_set.js';
import type { Verify } from './verify_commit.js';

/** Defines a fraction of the voting power, such as 1/3. */
export interface TrustLevel {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Value of CometBFT's light `DefaultTrustLevel`. */
export const DEFAULT_TRUST_LEVEL: TrustLevel = { numerator: 1n, denominator: 3n };

/** Reason why a commit is refused. `short` means that too little power signed, and that no other problem is known. */
export interface CommitProblem {
  readonly type: 'short' | 'invalid';
  readonly text: string;
}

export interface CommitOptions {
  /** Requires that every signature is checked. */
  readonly all?: true;
}

const MAX_INT64 = (1n << 63n) - 1n;

/** Verifies that more than two thirds of `set`, the block's own validators, signed it. */
export function verifyCommitLight(
  chainId: string,
  set: ValidatorSet,
  blockId: BlockId,
  height: bigint,
  commit: Commit,
  verify: Verify,
  options: CommitOptions = {},
): CommitProblem | undefined {
  const slots = commit.signatures.length;
  if (slots !== set.validators.length)
    return invalid(`Invalid commit -- wrong set size: ${set.validators.length} vs ${slots}`);
  if (height !== commit.height) return invalid(`Invalid commit -- wrong height: ${height} vs ${commit.height}`);
  if (!equalBlockIds(blockId, commit.blockId))
    return invalid(
      `invalid commit -- wrong block ID: want ${toUpperHex(blockId.hash)}, got ${toUpperHex(commit.blockId.hash)}`,
    );
  const needed = (set.totalVotingPower * 2n) / 3n;
  const signers: Signer[] = [];
  for (const [index, slot] of commit.signatures.entries()) {
    if (slot.blockIdFlag !== BlockIdFlag.Commit) continue;
    const validator = set.validators[index] as Validator;
    if (!equalBytes(validator.address, slot.validatorAddress))
      return invalid(
        `validator address mismatch (#${index}): want ${toUpperHex(validator.address)}, got ${toUpperHex(slot.validatorAddress)}`,
      );
    signers.push({ index, slot, validator });
  }
  return tallyProblem(chainId, commit, signers, needed, verify, options);
}

/** Verifies that more than `trustLevel` of `set`, validators that were trusted before, signed the commit. */
export function verifyCommitLightTrusting(
  chainId: string,
  set: ValidatorSet,
  commit: Commit,
  trustLevel: TrustLevel,
  verify: Verify,
  options: CommitOptions = {},
): CommitProblem | undefined {
  if (trustLevel.denominator === 0n) return invalid('trustLevel has zero Denominator');
  const scaled = set.totalVotingPower * trustLevel.numerator;
  if (scaled > MAX_INT64)
    return invalid('int64 overflow while calculating voting power needed. please provide smaller trustLevel numerator');
  const signers: Signer[] = [];
  const seen = new Map<number, number>();
  for (const [index, slot] of commit.signatures.entries()) {
    const at = slot.blockIdFlag === BlockIdFlag.Commit ? indexOfAddress(set, slot.validatorAddress) : -1;
    if (at < 0) continue;
    const first = seen.get(at);
    if (first !== undefined)
      return invalid(`double vote from ${toUpperHex(slot.validatorAddress)} (${first} and ${index})`);
    seen.set(at, index);
    signers.push({ index, slot, validator: set.validators[at] as Validator });
  }
  return tallyProblem(chainId, commit, signers, scaled / trustLevel.denominator, verify, options);
}

interface Signer {
  readonly index: number;
  readonly slot: CommitSig;
  readonly validator: Validator;
}

function tallyProblem(
  chainId: string,
  commit: Commit,
  signers: readonly Signer[],
  needed: bigint,
  verify: Verify,
  { all }: CommitOptions,
): CommitProblem | undefined {
  let power = 0n;
  let count = 0;
  for (const { validator } of signers) {
    if (!all && power > needed) break;
    power += validator.votingPower;
    count++;
  }
  if (power <= needed)
    return {
      type: 'short',
      text: `invalid commit -- insufficient voting power: got ${power}, needed more than ${needed}`,
    };
  for (const { index, slot, validator } of signers.slice(0, count)) {
    const message: Bytes = commitSlotSignBytes(chainId, commit, index);
    if (!verify(validator.pubKey, message, slot.signature))
      return invalid(`wrong signature (#${index}): ${toUpperHex(slot.signature.bytes)}`);
  }
  return undefined;
}

const invalid = (text: string): CommitProblem => ({ type: 'invalid', text });
