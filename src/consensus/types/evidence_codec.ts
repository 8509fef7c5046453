/** Evidence as data and its wire forms (CometBFT types/evidence.go, consensus-engine.md 7.1). */
import { CodecError } from '../../codec/codec_error.js';
import { int, optional, repeated, required, timestamp } from '../../codec/protobuf/field.js';
import { message } from '../../codec/protobuf/message.js';
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
  /** Vote with the lesser block id key. */
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

/** An absent time is Go's zero time. */
const time = { ...timestamp(5), initial: ZERO_TIME };

const DuplicateVote = message('tendermint.types.DuplicateVoteEvidence', {
  voteA: required(1, { encode: encodeVote, decode: decodeVote }),
  voteB: required(2, { encode: encodeVote, decode: decodeVote }),
  totalVotingPower: int(3),
  validatorPower: int(4),
  timestamp: time,
});

/** Encodes `tendermint.types.SignedHeader`. */
export const SignedHeader = message('tendermint.types.SignedHeader', {
  header: required(1, { encode: encodeHeader, decode: decodeHeader }),
  commit: required(2, { encode: encodeCommit, decode: decodeCommit }),
});

const SignedBlock = message('tendermint.types.LightBlock', {
  signedHeader: required(1, SignedHeader),
  validatorSet: required(2, { encode: encodeValidatorSet, decode: decodeValidatorSet }),
});

/** Encodes `tendermint.types.LightBlock`. */
export const encodeLightBlock = ({ validatorSet, ...signedHeader }: LightBlock): Bytes =>
  SignedBlock.encode({ signedHeader, validatorSet });

export function decodeLightBlock(bytes: Bytes): LightBlock {
  const { signedHeader, validatorSet } = SignedBlock.decode(bytes);
  return { ...signedHeader, validatorSet };
}

const LightClientAttack = message('tendermint.types.LightClientAttackEvidence', {
  conflictingBlock: required(1, { encode: encodeLightBlock, decode: decodeLightBlock }),
  commonHeight: int(2),
  byzantineValidators: repeated(3, { encode: encodeValidator, decode: decodeValidator }),
  totalVotingPower: int(4),
  timestamp: time,
});

/** Encodes the bare message of the evidence's kind, which the evidence hashes cover. */
export const encodeEvidenceInner = (ev: Evidence): Bytes =>
  ev.type === 'duplicate-vote' ? DuplicateVote.encode(ev) : LightClientAttack.encode(ev);

/** Oneof: one of the two is present. */
const OneEvidence = message('tendermint.types.Evidence', {
  duplicateVote: optional(1, DuplicateVote),
  lightClientAttack: optional(2, LightClientAttack),
});

/** Encodes `tendermint.types.Evidence`: the bare message as a member of a oneof. */
export const encodeEvidence = (ev: Evidence): Bytes =>
  OneEvidence.encode({
    duplicateVote: ev.type === 'duplicate-vote' ? ev : undefined,
    lightClientAttack: ev.type === 'light-client-attack' ? ev : undefined,
  });

/** Throws CodecError for bytes that are not evidence in its oneof. */
export function decodeEvidence(bytes: Bytes): Evidence {
  const { duplicateVote, lightClientAttack } = OneEvidence.decode(bytes);
  if (duplicateVote && lightClientAttack) throw new CodecError('Evidence holds two');
  if (duplicateVote) return { type: 'duplicate-vote', ...duplicateVote };
  if (lightClientAttack) return { type: 'light-client-attack', ...lightClientAttack };
  throw new CodecError('Evidence holds none');
}

/** Encodes `tendermint.types.EvidenceList`: `evidence.max_bytes` limits its length. */
const EvidenceList = message('tendermint.types.EvidenceList', {
  evidence: repeated(1, { encode: encodeEvidence, decode: decodeEvidence }),
});

export const encodeEvidenceList = (evidence: readonly Evidence[]): Bytes => EvidenceList.encode({ evidence });
export const decodeEvidenceList = (bytes: Bytes): readonly Evidence[] => EvidenceList.decode(bytes).evidence;
