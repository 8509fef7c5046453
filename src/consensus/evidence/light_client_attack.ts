/**
 * Decides whether a conflicting light block convicts validators, and which (consensus-engine.md 7.3; CometBFT
 * evidence/verify.go, types/evidence.go). A lunatic attack has a header that the chain could not have derived. An
 * equivocation has another header of the same round. An amnesia attack has another round and convicts nobody.
 */
import { compareBytes, equalBytes } from '../../kernel/bytes.js';
import { goTimeText } from '../../kernel/go_time.js';
import { toUpperHex } from '../../kernel/hex.js';
import type { PastHeight } from '../decided_state.js';
import type { Verifier } from '../env.js';
import { verifySignature } from '../signature/verify_signature.js';
import { BlockIdFlag, type Commit } from '../types/commit.js';
import { DEFAULT_TRUST_LEVEL, verifyCommitLightTrusting } from '../types/commit_light.js';
import type { LightClientAttackEvidence } from '../types/evidence.js';
import { type Header, headerHash } from '../types/header.js';
import { addressOf, type Validator, type ValidatorSet } from '../types/validator_set.js';
import { verifyCommit } from '../types/verify_commit.js';

/** Pairs a header of our chain with the commit that the next block carries. */
export interface TrustedHeader {
  readonly header: Header;
  readonly commit: Commit;
}

/**
 * Returns the problem of the evidence; undefined when there is none. `trusted` has the conflicting height, or is our
 * newest header.
 */
export function lightClientAttackProblem(
  env: Verifier,
  chainId: string,
  evidence: LightClientAttackEvidence,
  common: PastHeight,
  trusted: TrustedHeader,
): string | undefined {
  const { header } = evidence.conflictingBlock;
  return (
    originProblem(env, chainId, evidence, common.validators, trusted.header) ??
    commitProblem(env, chainId, evidence) ??
    powerProblem(evidence, common.validators) ??
    differenceProblem(header, trusted.header) ??
    guiltyProblem(evidence, common.validators, trusted)
  );
}

/**
 * Checks the signers or the derivation. From another height, more than a third of the common validators must have
 * signed the block. From the same height, the block must be correctly derived.
 */
function originProblem(
  env: Verifier,
  chainId: string,
  { commonHeight, conflictingBlock }: LightClientAttackEvidence,
  common: ValidatorSet,
  trusted: Header,
): string | undefined {
  const { header, commit } = conflictingBlock;
  if (commonHeight !== header.height) {
    const verify = verifySignature.bind(undefined, env);
    const problem = verifyCommitLightTrusting(chainId, common, commit, DEFAULT_TRUST_LEVEL, verify, { all: true });
    return problem && `skipping verification of conflicting block failed: ${problem.text}`;
  }
  if (isDerived(header, trusted)) return undefined;
  return "common height is the same as conflicting block height so expected the conflicting block to be correctly derived yet it wasn't";
}

const DERIVED = ['validatorsHash', 'nextValidatorsHash', 'consensusHash', 'appHash', 'lastResultsHash'] as const;

/** Compares the fields that the chain's state determines; the proposer chose the others. */
const isDerived = (header: Header, trusted: Header): boolean =>
  DERIVED.every((name) => equalBytes(header[name], trusted[name]));

function commitProblem(env: Verifier, chainId: string, evidence: LightClientAttackEvidence): string | undefined {
  const { header, commit, validatorSet } = evidence.conflictingBlock;
  const verify = verifySignature.bind(undefined, env);
  const problem = verifyCommit(chainId, validatorSet, commit.blockId, header.height, commit, verify);
  return problem === undefined ? undefined : `invalid commit from conflicting block: ${problem}`;
}

function powerProblem({ totalVotingPower }: LightClientAttackEvidence, common: ValidatorSet): string | undefined {
  if (totalVotingPower === common.totalVotingPower) return undefined;
  return `total voting power from the evidence and our validator set does not match (${totalVotingPower} != ${common.totalVotingPower})`;
}

/** Requires that a block of a future height breaks the order of times, and that any other differs from ours. */
function differenceProblem(header: Header, trusted: Header): string | undefined {
  if (header.height > trusted.height) {
    if (header.time <= trusted.time) return undefined;
    return `conflicting block doesn't violate monotonically increasing time (${goTimeText(header.time)} is after ${goTimeText(trusted.time)})`;
  }
  const hash = headerHash(trusted);
  if (!equalBytes(headerHash(header), hash)) return undefined;
  return `trusted header hash matches the evidence's conflicting header hash: ${toUpperHex(hash)}`;
}

/** Returns the validators to convict, by power descending, then by address. */
export function byzantineValidators(
  { conflictingBlock }: LightClientAttackEvidence,
  common: ValidatorSet,
  trusted: TrustedHeader,
): readonly Validator[] {
  const { header, commit, validatorSet } = conflictingBlock;
  const signers = commit.signatures.filter(({ blockIdFlag }) => blockIdFlag === BlockIdFlag.Commit);
  const names = signers.map(({ validatorAddress }) => validatorAddress);
  if (!isDerived(header, trusted.header)) return inOrder(names.flatMap((address) => member(common, address)));
  if (commit.round !== trusted.commit.round) return [];
  const ours = trusted.commit.signatures.filter(({ blockIdFlag }) => blockIdFlag === BlockIdFlag.Commit);
  const both = names.filter((address) => ours.some((slot) => equalBytes(slot.validatorAddress, address)));
  return inOrder(both.flatMap((address) => member(validatorSet, address)));
}

const member = (set: ValidatorSet, address: Uint8Array): readonly Validator[] =>
  set.validators.filter((validator) => equalBytes(validator.address, address));

const inOrder = (list: readonly Validator[]): readonly Validator[] =>
  [...list].sort((a, b) =>
    a.votingPower === b.votingPower ? compareBytes(a.address, b.address) : a.votingPower > b.votingPower ? -1 : 1,
  );

function guiltyProblem(
  evidence: LightClientAttackEvidence,
  common: ValidatorSet,
  trusted: TrustedHeader,
): string | undefined {
  const expected = byzantineValidators(evidence, common, trusted);
  const accused = evidence.byzantineValidators;
  if (expected.length === 0 && accused.length > 0)
    return `expected nil validators from an amnesia light client attack but got ${accused.length}`;
  if (accused.length !== expected.length)
    return `expected ${expected.length} byzantine validators from evidence but got ${accused.length}`;
  for (const [i, { address, votingPower }] of expected.entries()) {
    const other = accused[i] as Validator;
    if (!equalBytes(other.address, address))
      return `evidence contained an unexpected byzantine validator address; expected: ${toUpperHex(address)}, got: ${toUpperHex(other.address)}`;
    if (other.votingPower !== votingPower)
      return `evidence contained unexpected byzantine validator power; expected ${votingPower}, got ${other.votingPower}`;
    const derived = addressOf(other.pubKey);
    if (!equalBytes(other.address, derived))
      return `byzantine validator at index ${i} has address ${toUpperHex(other.address)} that does not match pubkey address ${toUpperHex(derived)}`;
  }
  return undefined;
}
