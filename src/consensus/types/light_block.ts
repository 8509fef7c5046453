/**
 * Checks a light block by itself, without a chain or signatures, with CometBFT's error texts (types/light.go,
 * `ValidateBasic`).
 */
import { EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { toUpperHex } from '../../kernel/hex.js';
import { type Commit, validateCommit } from './commit.js';
import type { LightBlock } from './evidence_codec.js';
import { type Header, headerHash, validateHeader } from './header.js';
import { addressOf, type Validator, type ValidatorSet, validatorsHash } from './validator_set.js';

export function lightBlockProblem({ header, commit, validatorSet }: LightBlock): string | undefined {
  const signed = signedHeaderProblem(header, commit);
  if (signed !== undefined) return `invalid signed header: ${signed}`;
  const members = validatorSetProblem(validatorSet);
  if (members !== undefined) return `invalid validator set: ${members}`;
  return membershipProblem(header, validatorSet);
}

export function signedHeaderProblem(header: Header, commit: Commit, signatureBytes?: number): string | undefined {
  const head = validateHeader(header);
  if (head !== undefined) return `invalid header: ${head}`;
  const votes = validateCommit(commit, signatureBytes);
  if (votes !== undefined) return `invalid commit: ${votes}`;
  if (header.height !== commit.height) return `header and commit height mismatch: ${header.height} vs ${commit.height}`;
  // A header that names no validators has no hash.
  const own = header.validatorsHash.length === 0 ? EMPTY_BYTES : headerHash(header);
  const signed = commit.blockId.hash;
  if (equalBytes(own, signed)) return undefined;
  return `commit signs block ${toUpperHex(signed)}, header is block ${toUpperHex(own)}`;
}

/** Returns the problem of a set by itself. The type ensures that the proposer is a member. */
export function validatorSetProblem({ validators }: ValidatorSet): string | undefined {
  if (validators.length === 0) return 'validator set is nil or empty';
  for (const [index, validator] of validators.entries()) {
    const problem = validatorProblem(validator);
    if (problem !== undefined) return `invalid validator #${index}: ${problem}`;
  }
  return undefined;
}

export function validatorProblem({ address, pubKey, votingPower }: Validator): string | undefined {
  if (votingPower < 0n) return 'validator has negative voting power';
  const expected = addressOf(pubKey);
  if (equalBytes(address, expected)) return undefined;
  return `validator address is incorrectly derived from pubkey. Exp: ${toUpperHex(expected)}, got ${toUpperHex(address)}`;
}

/** Requires that the header names this set. */
export function membershipProblem({ validatorsHash: named }: Header, set: ValidatorSet): string | undefined {
  const hash = validatorsHash(set);
  if (equalBytes(named, hash)) return undefined;
  return `expected validator hash of header to match validator set hash (${toUpperHex(named)} != ${toUpperHex(hash)})`;
}
