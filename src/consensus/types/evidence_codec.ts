/** Evidence as data and its wire forms (CometBFT types/evidence.go, consensus-engine.md 7.1). */
import { CodecError, decodeTimestamp, encodeTimestamp, ProtoReader, ProtoWriter } from '../../codec/protobuf.js';
import type { Bytes } from '../../kernel/bytes.js';
import { type UnixNanos, ZERO_TIME } from '../../kernel/time.js';
import { type Commit, decodeCommit, encodeCommit } from './commit.js';
import { decodeHeader, encodeHeader, type Header } from './header.js';
import {
  decodeValidator,
  decodeValidatorSet,
  encodeValidator,
  encodeValidatorSet,
  type Validator,
  type ValidatorSet,
} from './validator.js';
import { decodeVote, encodeVote, type Vote } from './vote.js';

export interface DuplicateVoteEvidence {
  readonly type: 'duplicate-vote';
  /** The vote with the lesser block id key. */
  readonly voteA: Vote;
  readonly voteB: Vote;
  readonly totalVotingPower: bigint;
  readonly validatorPower: bigint;
  /** Header time of the votes' height. */
  readonly timestamp: UnixNanos;
}

export interface LightBlock {
  readonly header: Header;
  readonly commit: Commit;
  readonly validatorSet: ValidatorSet;
}

export interface LightClientAttackEvidence {
  readonly type: 'light-client-attack';
  readonly conflictingBlock: LightBlock;
  readonly commonHeight: bigint;
  readonly byzantineValidators: readonly Validator[];
  readonly totalVotingPower: bigint;
  readonly timestamp: UnixNanos;
}

export type Evidence = DuplicateVoteEvidence | LightClientAttackEvidence;

function encodeDuplicateVote(ev: DuplicateVoteEvidence): Bytes {
  return new ProtoWriter()
    .message(1, encodeVote(ev.voteA))
    .message(2, encodeVote(ev.voteB))
    .int(3, ev.totalVotingPower)
    .int(4, ev.validatorPower)
    .message(5, encodeTimestamp(ev.timestamp))
    .finish();
}

function encodeLightClientAttack(ev: LightClientAttackEvidence): Bytes {
  const writer = new ProtoWriter().message(1, encodeLightBlock(ev.conflictingBlock)).int(2, ev.commonHeight);
  for (const validator of ev.byzantineValidators) writer.element(3, encodeValidator(validator));
  return writer.int(4, ev.totalVotingPower).message(5, encodeTimestamp(ev.timestamp)).finish();
}

/** `tendermint.types.LightBlock`. */
export function encodeLightBlock(block: LightBlock): Bytes {
  const signedHeader = new ProtoWriter().message(1, encodeHeader(block.header)).message(2, encodeCommit(block.commit));
  return new ProtoWriter()
    .message(1, signedHeader.finish())
    .message(2, encodeValidatorSet(block.validatorSet))
    .finish();
}

/** The bare message of the evidence's kind: what the evidence hashes cover. */
export function encodeEvidenceInner(ev: Evidence): Bytes {
  return ev.type === 'duplicate-vote' ? encodeDuplicateVote(ev) : encodeLightClientAttack(ev);
}

/** `tendermint.types.Evidence`: the bare message in its place of a oneof. */
export function encodeEvidence(ev: Evidence): Bytes {
  return new ProtoWriter().message(ev.type === 'duplicate-vote' ? 1 : 2, encodeEvidenceInner(ev)).finish();
}

/** `tendermint.types.EvidenceList`: its length is what `evidence.max_bytes` limits. */
export function encodeEvidenceList(list: readonly Evidence[]): Bytes {
  const writer = new ProtoWriter();
  for (const ev of list) writer.element(1, encodeEvidence(ev));
  return writer.finish();
}

/** Throws CodecError for bytes that are not evidence in its oneof. */
export function decodeEvidence(bytes: Bytes): Evidence {
  const reader = new ProtoReader(bytes);
  let evidence: Evidence | undefined;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) evidence = decodeDuplicateVote(reader.bytes());
    else if (field === 2) evidence = decodeLightClientAttack(reader.bytes());
    else throw reader.unknown('Evidence');
  }
  if (evidence === undefined) throw new CodecError('Evidence holds none');
  return evidence;
}

export function decodeEvidenceList(bytes: Bytes): readonly Evidence[] {
  const reader = new ProtoReader(bytes);
  const list: Evidence[] = [];
  while (!reader.done) {
    if (reader.next().field !== 1) throw reader.unknown('EvidenceList');
    list.push(decodeEvidence(reader.bytes()));
  }
  return list;
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new CodecError(`${name} is missing`);
  return value;
}

function decodeDuplicateVote(bytes: Bytes): DuplicateVoteEvidence {
  const reader = new ProtoReader(bytes);
  let a: Vote | undefined;
  let b: Vote | undefined;
  let totalVotingPower = 0n;
  let validatorPower = 0n;
  let timestamp = ZERO_TIME;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) a = decodeVote(reader.bytes());
    else if (field === 2) b = decodeVote(reader.bytes());
    else if (field === 3) totalVotingPower = reader.int();
    else if (field === 4) validatorPower = reader.int();
    else if (field === 5) timestamp = decodeTimestamp(reader.bytes());
    else throw reader.unknown('DuplicateVoteEvidence');
  }
  const voteA = required(a, 'DuplicateVoteEvidence.vote_a');
  const voteB = required(b, 'DuplicateVoteEvidence.vote_b');
  return { type: 'duplicate-vote', voteA, voteB, totalVotingPower, validatorPower, timestamp };
}

function decodeLightClientAttack(bytes: Bytes): LightClientAttackEvidence {
  const reader = new ProtoReader(bytes);
  let block: LightBlock | undefined;
  let commonHeight = 0n;
  const byzantineValidators: Validator[] = [];
  let totalVotingPower = 0n;
  let timestamp = ZERO_TIME;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) block = decodeLightBlock(reader.bytes());
    else if (field === 2) commonHeight = reader.int();
    else if (field === 3) byzantineValidators.push(decodeValidator(reader.bytes()));
    else if (field === 4) totalVotingPower = reader.int();
    else if (field === 5) timestamp = decodeTimestamp(reader.bytes());
    else throw reader.unknown('LightClientAttackEvidence');
  }
  const conflictingBlock = required(block, 'LightClientAttackEvidence.conflicting_block');
  return {
    type: 'light-client-attack',
    conflictingBlock,
    commonHeight,
    byzantineValidators,
    totalVotingPower,
    timestamp,
  };
}

export function decodeLightBlock(bytes: Bytes): LightBlock {
  const reader = new ProtoReader(bytes);
  let signed: Pick<LightBlock, 'header' | 'commit'> | undefined;
  let set: ValidatorSet | undefined;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) signed = decodeSignedHeader(reader.bytes());
    else if (field === 2) set = decodeValidatorSet(reader.bytes());
    else throw reader.unknown('LightBlock');
  }
  return {
    ...required(signed, 'LightBlock.signed_header'),
    validatorSet: required(set, 'LightBlock.validator_set'),
  };
}

function decodeSignedHeader(bytes: Bytes): Pick<LightBlock, 'header' | 'commit'> {
  const reader = new ProtoReader(bytes);
  let header: Header | undefined;
  let commit: Commit | undefined;
  while (!reader.done) {
    const { field } = reader.next();
    if (field === 1) header = decodeHeader(reader.bytes());
    else if (field === 2) commit = decodeCommit(reader.bytes());
    else throw reader.unknown('SignedHeader');
  }
  return { header: required(header, 'SignedHeader.header'), commit: required(commit, 'SignedHeader.commit') };
}
