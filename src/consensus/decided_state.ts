/**
 * The state that follows from the decided blocks alone, and is therefore equal on every honest node of one height: the
 * chain state, the past that evidence is checked against, and the evidence that is already in a block.
 */
import type { Bytes } from '../kernel/bytes.js';
import { invariant } from '../kernel/errors.js';
import { toHex } from '../kernel/hex.js';
import type { UnixNanos } from '../kernel/time.js';
import { emptyHeightHistory, type HeightHistory, recall, record } from './height_history.js';
import type { Block } from './types/block.js';
import type { ChainState } from './types/chain_state.js';
import type { Commit } from './types/commit.js';
import { type Evidence, evidenceHash } from './types/evidence.js';
import type { Header } from './types/header.js';
import type { ValidatorSet } from './types/validator_set.js';

/**
 * Heights that are retained to check evidence against; up to twice as many exist. CometBFT retains all of them; here,
 * evidence about an older height is refused.
 */
export const EVIDENCE_HEIGHTS = 1000;

export interface PastHeight {
  readonly time: UnixNanos;
  readonly validators: ValidatorSet;
  /** `undefined` for the height on which this node started. */
  readonly header: Header | undefined;
  /** Commit in the height's block, which decided the height before. */
  readonly lastCommit: Commit | undefined;
  /** Hashes of the evidence in the height's block, in lower-case hex. */
  readonly committedEvidence: readonly string[];
}

export interface DecidedState {
  readonly chain: ChainState;
  /**
   * `app_hash` of the last block's header, which covers the state before that block; `undefined` on a node that has
   * just started.
   */
  readonly lastAppHash: Bytes | undefined;
  readonly past: HeightHistory<PastHeight>;
}

/** Pairs a block with the validators of its height. */
export interface PastBlock {
  readonly block: Block;
  readonly validators: ValidatorSet;
}

/**
 * Returns the decided state of a node that starts on `chain` and remembers `blocks`, which end with the newest. Without
 * blocks it knows only time and validators of the last one.
 */
export function startDecidedState(chain: ChainState, blocks: readonly PastBlock[] = []): DecidedState {
  const nothing = emptyHeightHistory<PastHeight>(EVIDENCE_HEIGHTS);
  const newest = blocks.at(-1)?.block.header;
  if (newest !== undefined) {
    invariant(newest.height === chain.lastBlockHeight, `the last remembered block is of height ${newest.height}`);
    const past = blocks.reduce(
      (known, { block, validators }) => record(known, block.header.height, pastHeight(block, validators)),
      nothing,
    );
    return { chain, lastAppHash: newest.appHash, past };
  }
  if (chain.lastValidators === undefined) return { chain, lastAppHash: undefined, past: nothing };
  const last: PastHeight = {
    time: chain.lastBlockTime,
    validators: chain.lastValidators,
    header: undefined,
    lastCommit: undefined,
    committedEvidence: [],
  };
  return { chain, lastAppHash: undefined, past: record(nothing, chain.lastBlockHeight, last) };
}

export const pastHeight = ({ header, lastCommit, evidence }: Block, validators: ValidatorSet): PastHeight => ({
  time: header.time,
  validators,
  header,
  lastCommit,
  committedEvidence: evidence.map(evidenceName),
});

/** Returns true when evidence exceeds both age limits (consensus-engine.md 7.2). */
export function isExpired(chain: ChainState, height: bigint, time: UnixNanos): boolean {
  const { maxAgeNumBlocks, maxAgeDuration } = chain.params.evidence;
  return chain.lastBlockTime - time > maxAgeDuration && chain.lastBlockHeight - height > maxAgeNumBlocks;
}

const names = new WeakMap<Evidence, string>();

/** Returns the evidence's hash in lower-case hex, which identifies it. */
export function evidenceName(evidence: Evidence): string {
  const known = names.get(evidence);
  if (known !== undefined) return known;
  const name = toHex(evidenceHash(evidence));
  names.set(evidence, name);
  return name;
}

/** Reports whether a block already holds the evidence. Only blocks above the height of the evidence can hold it. */
export function isCommitted({ chain, past }: DecidedState, evidence: Evidence): boolean {
  const name = evidenceName(evidence);
  for (let height = evidenceHeight(evidence) + 1n; height <= chain.lastBlockHeight; height++)
    if (recall(past, height)?.committedEvidence.includes(name) === true) return true;
  return false;
}

/** Returns the height that determines the age of the evidence and the powers. */
export const evidenceHeight = (evidence: Evidence): bigint =>
  evidence.type === 'duplicate-vote' ? evidence.voteA.height : evidence.commonHeight;
