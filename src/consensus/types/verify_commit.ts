/**
 * Verifies that a commit decides its block, and that a block may follow the chain before it (CometBFT
 * types/validation.go and state/validation.go; consensus-engine.md 4.1, 10.4). Left out: the wall-clock tolerance of
 * 0.38, since no engine here has a wall clock. The light client's checks of a commit, which stop early, are in
 * `commit_light.ts`.
 */
import type { PubKey } from '../../abci/application.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { toUpperHex } from '../../kernel/hex.js';
import { formatTime } from '../../kernel/time.js';
import { medianTime } from './bft_time.js';
import { BLOCK_PROTOCOL, type Block, validateBlockBasic } from './block.js';
import { type BlockId, equalBlockIds } from './block_id.js';
import type { ChainState } from './chain_state.js';
import { BlockIdFlag, type Commit, type CommitSig, commitSlotSignBytes } from './commit.js';
import { encodeEvidenceList } from './evidence.js';
import { paramsHash } from './params.js';
import { pbtsEnabled } from './pbts.js';
import type { Signature } from './signature.js';
import { hasTwoThirds, indexOfAddress, type Validator, type ValidatorSet, validatorsHash } from './validator_set.js';

/** Reports whether the signature is the key's over the message. */
export type Verify = (pubKey: PubKey, message: Bytes, signature: Signature) => boolean;

/**
 * Returns why `commit` does not prove that more than two thirds of `set` decided `blockId` at `height`; undefined when
 * it does. Every signature is checked, also those for nil.
 */
export function verifyCommit(
  chainId: string,
  set: ValidatorSet,
  blockId: BlockId,
  height: bigint,
  commit: Commit,
  verify: Verify,
): string | undefined {
  if (commit.signatures.length !== set.validators.length)
    return `commit has ${commit.signatures.length} slots for ${set.validators.length} validators`;
  if (commit.height !== height) return `commit is of height ${commit.height}, expected ${height}`;
  if (!equalBlockIds(commit.blockId, blockId))
    return `commit is for block ${toUpperHex(commit.blockId.hash)}, expected ${toUpperHex(blockId.hash)}`;
  let power = 0n;
  for (const [index, validator] of set.validators.entries()) {
    const slot = commit.signatures[index] as CommitSig;
    if (slot.blockIdFlag === BlockIdFlag.Absent) continue;
    const problem = slotProblem(chainId, commit, index, slot, validator, verify);
    if (problem !== undefined) return `commit slot ${index}: ${problem}`;
    if (slot.blockIdFlag === BlockIdFlag.Commit) power += validator.votingPower;
  }
  if (hasTwoThirds(power, set.totalVotingPower)) return undefined;
  return `commit has power ${power} of ${set.totalVotingPower}, expected more than two thirds`;
}

function slotProblem(
  chainId: string,
  commit: Commit,
  index: number,
  slot: CommitSig,
  validator: Validator,
  verify: Verify,
): string | undefined {
  if (!equalBytes(slot.validatorAddress, validator.address))
    return `signer is ${toUpperHex(slot.validatorAddress)}, expected ${toUpperHex(validator.address)}`;
  if (verify(validator.pubKey, commitSlotSignBytes(chainId, commit, index), slot.signature)) return undefined;
  return `signature of ${toUpperHex(validator.address)} is wrong`;
}

/**
 * Returns why `block` cannot follow `state`; undefined when it can. Evidence is verified elsewhere; only its size
 * counts here. The time of a block that is `decided` may be that of any version of CometBFT, which no block names.
 */
export function validateBlock(state: ChainState, block: Block, verify: Verify, decided = false): string | undefined {
  return (
    validateBlockBasic(block) ??
    placeProblem(state, block) ??
    hashesProblem(state, block) ??
    lastCommitProblem(state, block, verify) ??
    proposerProblem(state, block) ??
    timeProblem(state, block, decided) ??
    evidenceSizeProblem(state, block)
  );
}

const isInitial = (state: ChainState): boolean => state.lastBlockHeight === 0n;

function placeProblem(state: ChainState, { header }: Block): string | undefined {
  const { block, app } = header.version;
  if (block !== BLOCK_PROTOCOL || app !== state.appVersion)
    return `version is ${block}/${app}, expected ${BLOCK_PROTOCOL}/${state.appVersion}`;
  if (header.chainId !== state.chainId) return `chain id is "${header.chainId}", expected "${state.chainId}"`;
  const height = isInitial(state) ? state.initialHeight : state.lastBlockHeight + 1n;
  if (header.height !== height) return `height is ${header.height}, expected ${height}`;
  if (!equalBlockIds(header.lastBlockId, state.lastBlockId))
    return `last block is ${toUpperHex(header.lastBlockId.hash)}, expected ${toUpperHex(state.lastBlockId.hash)}`;
  return undefined;
}

function hashesProblem(state: ChainState, { header }: Block): string | undefined {
  const expected = {
    appHash: state.appHash,
    consensusHash: paramsHash(state.params),
    lastResultsHash: state.lastResultsHash,
    validatorsHash: validatorsHash(state.validators),
    nextValidatorsHash: validatorsHash(state.nextValidators),
  };
  for (const name of Object.keys(expected) as (keyof typeof expected)[])
    if (!equalBytes(header[name], expected[name]))
      return `${name} is ${toUpperHex(header[name])}, expected ${toUpperHex(expected[name])}`;
  return undefined;
}

function lastCommitProblem(state: ChainState, { lastCommit }: Block, verify: Verify): string | undefined {
  const { chainId, lastValidators, lastBlockId, lastBlockHeight } = state;
  if (lastValidators !== undefined)
    return verifyCommit(chainId, lastValidators, lastBlockId, lastBlockHeight, lastCommit, verify);
  if (lastCommit.signatures.length === 0) return undefined;
  return `initial block has a last commit with ${lastCommit.signatures.length} slots, expected none`;
}

function proposerProblem(state: ChainState, { header }: Block): string | undefined {
  if (indexOfAddress(state.validators, header.proposerAddress) >= 0) return undefined;
  return `proposer ${toUpperHex(header.proposerAddress)} is not a validator of height ${header.height}`;
}

function timeProblem(state: ChainState, { header, lastCommit }: Block, decided: boolean): string | undefined {
  const { lastBlockTime, lastValidators } = state;
  const { feature } = state.params;
  if (lastValidators !== undefined && header.time <= lastBlockTime)
    return `time ${formatTime(header.time)} is not after the last block's ${formatTime(lastBlockTime)}`;
  if (feature && pbtsEnabled(feature, header.height)) {
    if (header.time >= lastBlockTime) return undefined;
    return `time ${formatTime(header.time)} is before the genesis time ${formatTime(lastBlockTime)}`;
  }
  const expected = lastValidators === undefined ? lastBlockTime : medianTime(lastCommit, lastValidators);
  if (header.time === expected) return undefined;
  if (decided && lastValidators !== undefined && header.time === medianTime(lastCommit, lastValidators, true))
    return undefined;
  return `time is ${formatTime(header.time)}, expected ${formatTime(expected)}`;
}

function evidenceSizeProblem(state: ChainState, { evidence }: Block): string | undefined {
  if (evidence.length === 0) return undefined;
  const size = encodeEvidenceList(evidence).length;
  const limit = state.params.evidence.maxBytes;
  return BigInt(size) > limit ? `evidence takes ${size} bytes, at most ${limit}` : undefined;
}
