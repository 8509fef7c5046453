/**
 * Makes evidence of a light client attack: a second block of a decided height, signed by validators of the devnet
 * (consensus-engine.md 7.1).
 */
import { byzantineValidators } from '../../consensus/evidence/light_client_attack.js';
import { OwnSignature } from '../../consensus/signature/own_signature.js';
import type { BlockId } from '../../consensus/types/block_id.js';
import { ABSENT_SLOT, BlockIdFlag, type Commit, type CommitSig } from '../../consensus/types/commit.js';
import type { LightClientAttackEvidence } from '../../consensus/types/evidence.js';
import { type Header, headerHash } from '../../consensus/types/header.js';
import type { ValidatorSet } from '../../consensus/types/validator_set.js';
import { VoteType } from '../../consensus/types/vote.js';
import { consensusCrypto } from '../../crypto/validator_keys.js';
import { equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { sha256 } from '../../kernel/hash.js';
import { toUpperHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import { MAX_VALIDATORS } from '../../settings/bounds.js';
import { oneOf, optionsOf, where, whole } from '../../settings/reader.js';
import type { SimulatedChain } from '../chain/chain.js';
import type { CommandRunner } from '../runtime/loop.js';
import { submitEvidence } from './submit_evidence.js';

export const ATTACKS = ['equivocation', 'lunatic', 'amnesia'] as const;

/** Second block of a decided height, which validators sign for a light client. */
export interface LightClientAttack {
  /**
   * Difference of the second block: other transactions in the same round, a state that the chain never had, or other
   * transactions in the next round, which convicts nobody.
   */
  readonly kind: (typeof ATTACKS)[number];
  /** Decided height, from 2 to the one before the newest. */
  readonly height: number;
  /** Validators that sign the second block, by index: more than two thirds of the power. */
  readonly validators: readonly number[];
}

const isListOfIndexes = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= MAX_VALIDATORS &&
  new Set(value).size === value.length &&
  value.every((index) => Number.isSafeInteger(index) && index >= 0);

const readAttack = optionsOf<LightClientAttack>(
  'lightClientAttack',
  {
    kind: oneOf(...ATTACKS),
    height: whole(2),
    validators: where(isListOfIndexes, 'a list of indexes of validators, each once'),
  },
  ['kind', 'height', 'validators'],
);

/**
 * Submits evidence of an attack to the observed node, as a light client does that has seen both blocks. Resolves to the
 * hash of the evidence; in automine, after the block that holds it. Throws HalleyError with CometBFT's text for evidence
 * that the pool refuses.
 */
export async function attackLightClient(chain: SimulatedChain, loop: CommandRunner, given: unknown): Promise<string> {
  const attack = readAttack(given);
  const { size } = chain.simNetwork;
  const unknown = attack.validators.find((index) => index >= size);
  if (unknown !== undefined)
    throw new HalleyError('not-found', `there is no validator ${unknown}: expected an index below ${size}`, {
      index: unknown,
    });
  return toUpperHex(await submitEvidence(chain, loop, evidenceOf(chain, attack)));
}

/** Makes the evidence. Throws HalleyError `invalid-argument` for a height that is not below the newest one. */
function evidenceOf(chain: SimulatedChain, attack: LightClientAttack): LightClientAttackEvidence {
  const height = BigInt(attack.height);
  const commonHeight = attack.kind === 'lunatic' ? height - 1n : height;
  const { blockStore } = chain;
  const trusted = trustedHeader(chain, height);
  const [common, validatorSet] = [blockStore.validators(commonHeight), blockStore.validators(height)];
  const before = blockStore.block(commonHeight)?.block.header;
  if (trusted === undefined || common === undefined || validatorSet === undefined || before === undefined)
    throw new HalleyError(
      'invalid-argument',
      `no light client attack at height ${height}: expected a height from 2 to ${blockStore.height - 1n}`,
    );
  const header = secondHeader(trusted.header, attack.kind);
  const round = trusted.commit.round + (attack.kind === 'amnesia' ? 1 : 0);
  const commit = signedCommit(chain, header, round, validatorSet, attack.validators);
  const evidence: LightClientAttackEvidence = {
    type: 'light-client-attack',
    conflictingBlock: { header, commit, validatorSet },
    commonHeight,
    byzantineValidators: [],
    totalVotingPower: common.totalVotingPower,
    timestamp: before.time,
  };
  return { ...evidence, byzantineValidators: byzantineValidators(evidence, common, trusted) };
}

/** Returns a header with the commit that the next block contains; undefined when there is no next block. */
function trustedHeader({ blockStore }: SimulatedChain, height: bigint) {
  const header = blockStore.block(height)?.block.header;
  const commit = blockStore.block(height + 1n)?.block.lastCommit;
  return header === undefined || commit === undefined ? undefined : { header, commit };
}

/** Returns another header. A lunatic one claims a state that the chain never had; the others have other transactions. */
function secondHeader(header: Header, kind: LightClientAttack['kind']): Header {
  const hash = sha256(utf8(`another block of height ${header.height}`));
  return kind === 'lunatic' ? { ...header, appHash: hash } : { ...header, dataHash: hash };
}

function signedCommit(
  { keys, genesis }: SimulatedChain,
  header: Header,
  round: number,
  set: ValidatorSet,
  signers: readonly number[],
): Commit {
  const hash = headerHash(header);
  const blockId: BlockId = { hash, parts: { total: 1, hash: sha256(hash) } };
  const { height, time: timestamp } = header;
  const signatures = set.validators.map(({ address }, validatorIndex): CommitSig => {
    const key = signers.map((signer) => keys[signer]).find((one) => one && equalBytes(one.address, address));
    if (key === undefined) return ABSENT_SLOT;
    const vote = { type: VoteType.Precommit, height, round, blockId, timestamp };
    const { signature } = OwnSignature.onVote(consensusCrypto, genesis.chainId, key, {
      ...vote,
      validatorAddress: address,
      validatorIndex,
    });
    return { blockIdFlag: BlockIdFlag.Commit, validatorAddress: address, timestamp, signature };
  });
  return { height, round, blockId, signatures };
}
