/**
 * The engine's first look at evidence, without a chain or signatures (CometBFT types/evidence.go, `ValidateBasic`): its
 * checks in its order and in its words, because clients see them. What passes comes out as evidence of our own types.
 */

import type { PubKey } from '../../../abci/application.js';
import { type BlockId, isNilBlockId } from '../../../consensus/types/block_id.js';
import { BlockIdFlag, type Commit, type CommitSig } from '../../../consensus/types/commit.js';
import {
  attackProblem,
  type DuplicateVoteEvidence,
  type Evidence,
  type LightBlock,
  type LightClientAttackEvidence,
  validateEvidence,
} from '../../../consensus/types/evidence.js';
import { ADDRESS_BYTES, HASH_BYTES, MAX_CHAIN_ID_BYTES, MAX_SIGNATURE_BYTES } from '../../../consensus/types/fields.js';
import { BLOCK_PROTOCOL, type Header, headerHash } from '../../../consensus/types/header.js';
import { PUB_KEY_BYTES } from '../../../consensus/types/pub_key.js';
import {
  addressOf,
  type Validator,
  type ValidatorSet,
  validatorsHash,
} from '../../../consensus/types/validator_set.js';
import { type Vote, VoteType, validateVote } from '../../../consensus/types/vote.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../../kernel/bytes.js';
import { toUpperHex } from '../../../kernel/hex.js';
import { utf8 } from '../../../kernel/text.js';
import { ZERO_TIME } from '../../../kernel/time.js';
import { EnginePanic } from '../protocol/engine_panic.js';
import { printedVote } from './printed.js';
import type {
  WireCommit,
  WireCommitSig,
  WireDuplicateVote,
  WireEvidence,
  WireHeader,
  WireLightBlock,
  WireLightClientAttack,
  WireValidator,
  WireValidatorSet,
  WireVote,
} from './wire_evidence.js';

/** Evidence that is wrong by itself; the message is the engine's. */
export class InvalidEvidence extends Error {
  override readonly name = 'InvalidEvidence';
}

function refuse(condition: boolean, message: string): void {
  if (condition) throw new InvalidEvidence(message);
}

/** `problem` is in the engine's words; undefined when there is none. */
function pass(problem: string | undefined): void {
  if (problem !== undefined) throw new InvalidEvidence(problem);
}

/** Says where something inside was wrong. */
function within<T>(where: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof InvalidEvidence)) throw error;
    throw new InvalidEvidence(`${where}: ${error.message}`);
  }
}

function checkHash(hash: Bytes): void {
  refuse(
    hash.length > 0 && hash.length !== HASH_BYTES,
    `expected size to be ${HASH_BYTES} bytes, got ${hash.length} bytes`,
  );
}

function checkBlockId({ hash, parts }: BlockId): void {
  refuse(hash.length > 0 && hash.length !== HASH_BYTES, 'wrong Hash');
  within('wrong PartSetHeader', () => within('wrong Hash', () => checkHash(parts.hash)));
}

function checkAddress(address: Bytes): void {
  refuse(
    address.length !== ADDRESS_BYTES,
    `expected ValidatorAddress size to be ${ADDRESS_BYTES} bytes, got ${address.length} bytes`,
  );
}

function checkSignature(signature: Bytes): void {
  refuse(signature.length === 0, 'signature is missing');
  refuse(signature.length > MAX_SIGNATURE_BYTES, `signature is too big (max: ${MAX_SIGNATURE_BYTES})`);
}

const isVoteType = (type: number): type is VoteType => type === VoteType.Prevote || type === VoteType.Precommit;

function checkExtension({ type, blockId, extension, extensionSignature }: WireVote): void {
  const isNil = isNilBlockId(blockId);
  if (type !== VoteType.Precommit || isNil) {
    refuse(extension.length > 0, `unexpected vote extension; vote type ${type}, isNil ${isNil}`);
    refuse(extensionSignature.length > 0, 'unexpected vote extension signature');
    return;
  }
  refuse(
    extensionSignature.length > MAX_SIGNATURE_BYTES,
    `vote extension signature is too big (max: ${MAX_SIGNATURE_BYTES})`,
  );
  refuse(
    extensionSignature.length === 0 && extension.length > 0,
    'vote extension signature absent on vote with extension',
  );
}

function checkedVote(wire: WireVote): Vote {
  const { type, extension: _, extensionSignature: __, signature, ...rest } = wire;
  if (!isVoteType(type)) throw new InvalidEvidence('invalid Type');
  const vote = { ...rest, type, signature: { bytes: signature } };
  pass(validateVote(vote));
  checkExtension(wire);
  return vote;
}

/** Not yet looked at. */
const asSent = (vote: WireVote | undefined): Vote | undefined =>
  vote && { ...vote, type: vote.type as VoteType, signature: { bytes: vote.signature } };

function checkedDuplicateVote(value: WireDuplicateVote): DuplicateVoteEvidence {
  const { voteA, voteB } = value;
  if (voteA === undefined || voteB === undefined)
    throw new InvalidEvidence(
      `one or both of the votes are empty ${printedVote(asSent(voteA))}, ${printedVote(asSent(voteB))}`,
    );
  const a = within('invalid VoteA', () => checkedVote(voteA));
  const b = within('invalid VoteB', () => checkedVote(voteB));
  const evidence = { type: 'duplicate-vote', ...value, voteA: a, voteB: b } as const;
  pass(validateEvidence(evidence));
  return evidence;
}

function checkHeader(h: WireHeader): void {
  refuse(
    h.version.block !== BLOCK_PROTOCOL,
    `block protocol is incorrect: got: ${h.version.block}, want: ${BLOCK_PROTOCOL} `,
  );
  const chainIdBytes = utf8(h.chainId).length;
  refuse(chainIdBytes > MAX_CHAIN_ID_BYTES, `chainID is too long; got: ${chainIdBytes}, max: ${MAX_CHAIN_ID_BYTES}`);
  refuse(h.height < 0n, 'negative Height');
  refuse(h.height === 0n, 'zero Height');
  within('wrong LastBlockID', () => checkBlockId(h.lastBlockId));
  within('wrong LastCommitHash', () => checkHash(h.lastCommitHash));
  within('wrong DataHash', () => checkHash(h.dataHash));
  within('wrong EvidenceHash', () => checkHash(h.evidenceHash));
  refuse(
    h.proposerAddress.length !== ADDRESS_BYTES,
    `invalid ProposerAddress length; got: ${h.proposerAddress.length}, expected: ${ADDRESS_BYTES}`,
  );
  within('wrong ValidatorsHash', () => checkHash(h.validatorsHash));
  within('wrong NextValidatorsHash', () => checkHash(h.nextValidatorsHash));
  within('wrong ConsensusHash', () => checkHash(h.consensusHash));
  within('wrong LastResultsHash', () => checkHash(h.lastResultsHash));
}

function checkedSlot({ blockIdFlag, validatorAddress, timestamp, signature }: WireCommitSig): CommitSig {
  refuse(!(Object.values(BlockIdFlag) as number[]).includes(blockIdFlag), `unknown BlockIDFlag: ${blockIdFlag}`);
  if (blockIdFlag === BlockIdFlag.Absent) {
    refuse(validatorAddress.length > 0, 'validator address is present');
    refuse(timestamp !== ZERO_TIME, 'time is present');
    refuse(signature.length > 0, 'signature is present');
  } else {
    checkAddress(validatorAddress);
    checkSignature(signature);
  }
  return {
    blockIdFlag: blockIdFlag as CommitSig['blockIdFlag'],
    validatorAddress,
    timestamp,
    signature: { bytes: signature },
  };
}

function checkedCommit({ height, round, blockId, signatures }: WireCommit): Commit {
  refuse(height < 0n, 'negative Height');
  refuse(round < 0, 'negative Round');
  if (height === 0n) return { height, round, blockId, signatures: [] };
  refuse(isNilBlockId(blockId), 'commit cannot be for nil block');
  refuse(signatures.length === 0, 'no signatures in commit');
  const slots = signatures.map((slot, i) => within(`wrong CommitSig #${i}`, () => checkedSlot(slot)));
  return { height, round, blockId, signatures: slots };
}

/** What the engine's panics say of a key of the wrong length. */
const BAD_KEY_LENGTH = { ed25519: 'pubkey is incorrect size', secp256k1: 'length of pubkey is incorrect' } as const;

function addressOfKey(pubKey: PubKey): Bytes {
  if (pubKey.bytes.length !== PUB_KEY_BYTES[pubKey.type]) throw new EnginePanic(BAD_KEY_LENGTH[pubKey.type]);
  return addressOf(pubKey);
}

function checkedValidator(v: WireValidator | undefined): Validator {
  if (v === undefined) throw new InvalidEvidence('nil validator');
  const { address, pubKey, votingPower, proposerPriority } = v;
  if (pubKey === undefined) throw new InvalidEvidence('validator does not have a public key');
  refuse(votingPower < 0n, 'validator has negative voting power');
  const expected = addressOfKey(pubKey);
  refuse(
    !equalBytes(address, expected),
    `validator address is incorrectly derived from pubkey. Exp: ${toUpperHex(expected)}, got ${toUpperHex(address)}`,
  );
  return { address, pubKey, votingPower, proposerPriority };
}

function checkedValidatorSet({ validators: given, proposer: chosen }: WireValidatorSet): ValidatorSet {
  refuse(given.length === 0, 'validator set is nil or empty');
  const validators = given.map((v, i) => within(`invalid validator #${i}`, () => checkedValidator(v)));
  const proposer = within('proposer failed validate basic, error', () => checkedValidator(chosen));
  const proposerIndex = validators.findIndex(({ address }) => equalBytes(address, proposer.address));
  refuse(proposerIndex < 0, 'proposer not in validator set');
  return { validators, proposerIndex, totalVotingPower: validators.reduce((sum, v) => sum + v.votingPower, 0n) };
}

function checkedSignedHeader(header: Header, wireCommit: WireCommit | undefined): Commit {
  if (wireCommit === undefined) throw new InvalidEvidence('missing commit');
  within('invalid header', () => checkHeader(header));
  const commit = within('invalid commit', () => checkedCommit(wireCommit));
  refuse(commit.height !== header.height, `header and commit height mismatch: ${header.height} vs ${commit.height}`);
  const hash = header.validatorsHash.length === 0 ? EMPTY_BYTES : headerHash(header);
  refuse(
    !equalBytes(hash, commit.blockId.hash),
    `commit signs block ${toUpperHex(commit.blockId.hash)}, header is block ${toUpperHex(hash)}`,
  );
  return commit;
}

function checkedLightBlock(header: Header, { signedHeader, validatorSet: wireSet }: WireLightBlock): LightBlock {
  if (wireSet === undefined) throw new InvalidEvidence('missing validator set');
  const commit = within('invalid signed header', () => checkedSignedHeader(header, signedHeader?.commit));
  const validatorSet = within('invalid validator set', () => checkedValidatorSet(wireSet));
  const setHash = validatorsHash(validatorSet);
  refuse(
    !equalBytes(header.validatorsHash, setHash),
    `expected validator hash of header to match validator set hash (${toUpperHex(header.validatorsHash)} != ${toUpperHex(setHash)})`,
  );
  return { header, commit, validatorSet };
}

function checkedLightClientAttack(
  value: WireLightClientAttack,
): Omit<LightClientAttackEvidence, 'type' | 'byzantineValidators'> {
  const { conflictingBlock: block, commonHeight, totalVotingPower } = value;
  if (block === undefined) throw new InvalidEvidence('conflicting block is nil');
  if (block.signedHeader === undefined) throw new InvalidEvidence('conflicting block missing signed header');
  const { header } = block.signedHeader;
  if (header === undefined) throw new InvalidEvidence('conflicting block missing header');
  pass(attackProblem(value, header.height));
  const conflictingBlock = within('invalid conflicting light block', () => checkedLightBlock(header, block));
  return { conflictingBlock, commonHeight, totalVotingPower, timestamp: value.timestamp };
}

/**
 * The accused, each with the key whose address it bears. The engine's pool looks at this last of all; here it comes
 * first, because a validator without a key is none of ours.
 */
const checkedAccused = (accused: WireLightClientAttack['byzantineValidators']): readonly Validator[] =>
  accused.map((v, index) => {
    if (v?.pubKey === undefined) throw new InvalidEvidence(`byzantine validator at index ${index} has nil pubkey`);
    const derived = addressOfKey(v.pubKey);
    refuse(
      !equalBytes(v.address, derived),
      `byzantine validator at index ${index} has address ${toUpperHex(v.address)} that does not match pubkey address ${toUpperHex(derived)}`,
    );
    return { ...v, pubKey: v.pubKey };
  });

const FAILED = 'evidence.ValidateBasic failed';

/** Throws InvalidEvidence with the whole text of the answer, and EnginePanic for what the engine does not survive. */
export function checkedEvidence(evidence: WireEvidence): Evidence {
  if (evidence.type === 'duplicate-vote') return within(FAILED, () => checkedDuplicateVote(evidence.value));
  const attack = within(FAILED, () => checkedLightClientAttack(evidence.value));
  const byzantineValidators = within('failed to add evidence', () =>
    checkedAccused(evidence.value.byzantineValidators),
  );
  return { type: 'light-client-attack', ...attack, byzantineValidators };
}
