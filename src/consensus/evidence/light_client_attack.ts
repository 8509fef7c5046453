/**
 * Whether a conflicting light block convicts validators, and which (consensus-engine.md 7.3; CometBFT evidence/verify.go,
 * types/evidence.go). Lunatic: a header that the chain could not have derived. Equivocation: another header of the same
 * round. Amnesia: another round; nobody is convicted.
 */
import { compareBytes, equalBytes } from '../../kernel/bytes.js';
import { formatTime } from '../../kernel/time.js';
import type { Env } from '../env.js';
import type { PastHeight } from '../ledger.js';
import { verifySignature } from '../round/verify.js';
import { BlockIdFlag, type Commit, commitSlotSignBytes } from '../types/commit.js';
import type { LightClientAttackEvidence } from '../types/evidence.js';
import { type Header, headerHash } from '../types/header.js';
import { indexOfAddress, type Validator, type ValidatorSet } from '../types/validator_set.js';
import { verifyCommit } from '../types/verify.js';

type Verifier = Pick<Env, 'crypto' | 'caches'>;

/** A header of our chain with the commit that the next block carries. */
export interface TrustedHeader {
  readonly header: Header;
  readonly commit: Commit;
}

/** What is wrong with the evidence; undefined when it holds. `trusted` is of the conflicting height, or our newest. */
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

/** From another height: more than a third of the common validators signed it. From the same: it must be well derived. */
function originProblem(
  env: Verifier,
  chainId: string,
  { commonHeight, conflictingBlock }: LightClientAttackEvidence,
  common: ValidatorSet,
  trusted: Header,
): string | undefined {
  const { header, commit } = conflictingBlock;
  if (commonHeight !== header.height) return trustingProblem(env, chainId, common, commit);
  return isDerived(header, trusted) ? undefined : 'a header of the common height is not derived from its chain state';
}

/** The default trust level of a light client, one third; every signature is checked. */
function trustingProblem(env: Verifier, chainId: string, common: ValidatorSet, commit: Commit): string | undefined {
  let power = 0n;
  for (const [index, slot] of commit.signatures.entries()) {
    const signer = common.validators[indexOfAddress(common, slot.validatorAddress)];
    if (slot.blockIdFlag !== BlockIdFlag.Commit || signer === undefined) continue;
    const message = commitSlotSignBytes(chainId, commit, index);
    if (!verifySignature(env, signer.pubKey, message, slot.signature)) return `commit slot ${index}: wrong signature`;
    power += signer.votingPower;
  }
  if (power * 3n > common.totalVotingPower) return undefined;
  return `power ${power} of ${common.totalVotingPower} signed, expected more than a third of the common validators`;
}

const DERIVED = ['validatorsHash', 'nextValidatorsHash', 'consensusHash', 'appHash', 'lastResultsHash'] as const;

/** What the chain's state determines is right; the proposer chose the rest. */
const isDerived = (header: Header, trusted: Header): boolean =>
  DERIVED.every((name) => equalBytes(header[name], trusted[name]));

function commitProblem(env: Verifier, chainId: string, evidence: LightClientAttackEvidence): string | undefined {
  const { header, commit, validatorSet } = evidence.conflictingBlock;
  const verify = verifySignature.bind(undefined, env);
  const problem = verifyCommit(chainId, validatorSet, commit.blockId, header.height, commit, verify);
  return problem === undefined ? undefined : `conflicting block: ${problem}`;
}

function powerProblem({ totalVotingPower }: LightClientAttackEvidence, common: ValidatorSet): string | undefined {
  if (totalVotingPower === common.totalVotingPower) return undefined;
  return `total power is ${totalVotingPower}, expected ${common.totalVotingPower}`;
}

/** A block of the future must at least break the order of times; any other must differ from ours. */
function differenceProblem(header: Header, trusted: Header): string | undefined {
  if (header.height > trusted.height) {
    if (header.time <= trusted.time) return undefined;
    return `block ${header.height} of ${formatTime(header.time)} may still come: ours ends at ${formatTime(trusted.time)}`;
  }
  return equalBytes(headerHash(header), headerHash(trusted)) ? 'the conflicting block is our own' : undefined;
}

/** By power, then by address. */
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
  const isSame =
    accused.length === expected.length &&
    expected.every(({ address, votingPower }, i) => {
      const other = accused[i];
      return other !== undefined && equalBytes(other.address, address) && other.votingPower === votingPower;
    });
  return isSame ? undefined : `${accused.length} validators are accused, expected others or other powers`;
}
