/**
 * Runs the engine's first checks of evidence (CometBFT types/evidence.go, `ValidateBasic`), in its order and with its
 * texts, because clients see them. This file checks what a client can omit or misspell. The consensus types check
 * evidence that has their form. Evidence that passes is returned in those types.
 */
import type { PubKey } from '../../../abci/application.js';
import { keyProblem } from '../../../abci/pub_key.js';
import type { Commit } from '../../../consensus/types/commit.js';
import {
  attackProblem,
  type DuplicateVoteEvidence,
  type Evidence,
  type LightBlock,
  type LightClientAttackEvidence,
  validateEvidence,
} from '../../../consensus/types/evidence.js';
import { MAX_SIGNATURE_BYTES } from '../../../consensus/types/fields.js';
import type { Header } from '../../../consensus/types/header.js';
import { membershipProblem, signedHeaderProblem, validatorProblem } from '../../../consensus/types/light_block.js';
import { addressOf, type Validator, type ValidatorSet } from '../../../consensus/types/validator_set.js';
import { type Vote, VoteType, validateVote } from '../../../consensus/types/vote.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { toUpperHex } from '../../../kernel/hex.js';
import { EnginePanic } from '../protocol/error.js';
import { commitAsSent, type WireCommit, type WireValidator, type WireVote } from '../protocol/wire_types.js';
import { printedVote } from './printed.js';
import type {
  WireDuplicateVote,
  WireEvidence,
  WireLightBlock,
  WireLightClientAttack,
  WireValidatorSet,
} from './wire_evidence.js';

/** Reports evidence that is invalid by itself. The message is the engine's. */
export class InvalidEvidence extends Error {
  override readonly name = 'InvalidEvidence';
}

/** Throws when `problem`, the engine's text for it, is defined. */
function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new InvalidEvidence(problem);
}

/** Prefixes an error with the place where it occurred. */
function within<T>(where: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof InvalidEvidence)) throw error;
    throw new InvalidEvidence(`${where}: ${error.message}`);
  }
}

const isVoteType = (type: number): type is VoteType => type === VoteType.Prevote || type === VoteType.Precommit;

function checkedVote(wire: WireVote, signatureBytes: number): Vote {
  if (!isVoteType(wire.type)) throw new InvalidEvidence('invalid Type');
  const vote = voteAsSent(wire);
  refuse(validateVote(vote, signatureBytes));
  return vote;
}

/** Converts a vote without checks. */
function voteAsSent({ type, extension, extensionSignature, signature, ...rest }: WireVote): Vote {
  const vote = { ...rest, type: type as VoteType, signature: { bytes: signature } };
  if (extension.length === 0 && extensionSignature.length === 0) return vote;
  return { ...vote, extension: { bytes: extension, signature: { bytes: extensionSignature } } };
}

function checkedDuplicateVote(value: WireDuplicateVote, signatureBytes: number): DuplicateVoteEvidence {
  const { voteA, voteB } = value;
  if (voteA === undefined || voteB === undefined)
    throw new InvalidEvidence(
      `one or both of the votes are empty ${printedVote(voteA && voteAsSent(voteA))}, ${printedVote(voteB && voteAsSent(voteB))}`,
    );
  const a = within('invalid VoteA', () => checkedVote(voteA, signatureBytes));
  const b = within('invalid VoteB', () => checkedVote(voteB, signatureBytes));
  const evidence = { type: 'duplicate-vote', ...value, voteA: a, voteB: b } as const;
  refuse(validateEvidence(evidence));
  return evidence;
}

function addressOfKey(pubKey: PubKey): Bytes {
  if (keyProblem(pubKey) !== undefined)
    throw new EnginePanic(pubKey.type === 'ed25519' ? 'pubkey is incorrect size' : 'length of pubkey is incorrect');
  return addressOf(pubKey);
}

function checkedValidator(v: WireValidator | undefined): Validator {
  if (v === undefined) throw new InvalidEvidence('nil validator');
  const { pubKey } = v;
  if (pubKey === undefined) throw new InvalidEvidence('validator does not have a public key');
  // The engine reports a negative power before it panics on the key.
  if (v.votingPower >= 0n) addressOfKey(pubKey);
  const validator = { ...v, pubKey };
  refuse(validatorProblem(validator));
  return validator;
}

function checkedValidatorSet({ validators: given, proposer: chosen }: WireValidatorSet): ValidatorSet {
  if (given.length === 0) throw new InvalidEvidence('validator set is nil or empty');
  const validators = given.map((v, i) => within(`invalid validator #${i}`, () => checkedValidator(v)));
  const proposer = within('proposer failed validate basic, error', () => checkedValidator(chosen));
  const proposerIndex = validators.findIndex(({ address }) => equalBytes(address, proposer.address));
  if (proposerIndex < 0) throw new InvalidEvidence('proposer not in validator set');
  return { validators, proposerIndex, totalVotingPower: validators.reduce((sum, v) => sum + v.votingPower, 0n) };
}

function checkedSignedHeader(header: Header, wireCommit: WireCommit | undefined, signatureBytes: number): Commit {
  if (wireCommit === undefined) throw new InvalidEvidence('missing commit');
  const commit = commitAsSent(wireCommit);
  refuse(signedHeaderProblem(header, commit, signatureBytes));
  return commit;
}

function checkedLightBlock(
  header: Header,
  { signedHeader, validatorSet: wireSet }: WireLightBlock,
  signatureBytes: number,
): LightBlock {
  if (wireSet === undefined) throw new InvalidEvidence('missing validator set');
  const commit = within('invalid signed header', () =>
    checkedSignedHeader(header, signedHeader?.commit, signatureBytes),
  );
  const validatorSet = within('invalid validator set', () => checkedValidatorSet(wireSet));
  refuse(membershipProblem(header, validatorSet));
  return { header, commit, validatorSet };
}

function checkedLightClientAttack(
  value: WireLightClientAttack,
  signatureBytes: number,
): Omit<LightClientAttackEvidence, 'type' | 'byzantineValidators'> {
  const { conflictingBlock: block, commonHeight, totalVotingPower, timestamp } = value;
  if (block === undefined) throw new InvalidEvidence('conflicting block is nil');
  if (block.signedHeader === undefined) throw new InvalidEvidence('conflicting block missing signed header');
  const { header } = block.signedHeader;
  if (header === undefined) throw new InvalidEvidence('conflicting block missing header');
  refuse(attackProblem(value, header.height));
  const conflictingBlock = within('invalid conflicting light block', () =>
    checkedLightBlock(header, block, signatureBytes),
  );
  return { conflictingBlock, commonHeight, totalVotingPower, timestamp };
}

/**
 * Checks each accused validator: its key must match its address. The engine's pool checks this last. Here it comes
 * first, because our validator type requires a key.
 */
const checkedAccused = (accused: WireLightClientAttack['byzantineValidators']): readonly Validator[] =>
  accused.map((v, index) => {
    if (v?.pubKey === undefined) throw new InvalidEvidence(`byzantine validator at index ${index} has nil pubkey`);
    const derived = addressOfKey(v.pubKey);
    if (!equalBytes(v.address, derived))
      throw new InvalidEvidence(
        `byzantine validator at index ${index} has address ${toUpperHex(v.address)} that does not match pubkey address ${toUpperHex(derived)}`,
      );
    return { ...v, pubKey: v.pubKey };
  });

const FAILED = 'evidence.ValidateBasic failed';

/**
 * Checks evidence; `signatureBytes` is the most that a signature may have, in bytes. Throws InvalidEvidence with the
 * whole text of the error, and EnginePanic where the engine panics.
 */
export function checkedEvidence(evidence: WireEvidence, signatureBytes: number = MAX_SIGNATURE_BYTES): Evidence {
  if (evidence.type === 'duplicate-vote')
    return within(FAILED, () => checkedDuplicateVote(evidence.value, signatureBytes));
  const attack = within(FAILED, () => checkedLightClientAttack(evidence.value, signatureBytes));
  const byzantineValidators = within('failed to add evidence', () =>
    checkedAccused(evidence.value.byzantineValidators),
  );
  return { type: 'light-client-attack', ...attack, byzantineValidators };
}
