/** The facts that the fixture's node knows of its peers and of its round, which tests find again in answers. */

import type {
  FlowView,
  NetView,
  NodeIdentity,
  PeerRoundView,
  PeerView,
  RoundStateView,
} from '../../../src/backend/comet.js';
import type { Block } from '../../../src/consensus/types/block.js';
import { type BlockId, NIL_BLOCK_ID } from '../../../src/consensus/types/block_id.js';
import type { ChainState } from '../../../src/consensus/types/chain_state.js';
import { type Commit, commitToVote } from '../../../src/consensus/types/commit.js';
import { VoteType } from '../../../src/consensus/types/vote.js';
import { EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { utf8 } from '../../../src/kernel/text.js';
import { parseTime, type UnixNanos } from '../../../src/kernel/time.js';

const START = parseTime('2026-01-01T00:00:00Z') as UnixNanos;

export const nodeIdentity = (name: string, backend: number): NodeIdentity => ({
  nodeId: sha256(utf8(name)).subarray(0, 20),
  moniker: name,
  listenAddress: `tcp://127.0.0.1:${backend}`,
  rpcAddress: `tcp://127.0.0.1:${backend + 1}`,
});

const flow = (bytes: bigint): FlowView => ({
  active: true,
  start: START,
  duration: 39_420_000_000n,
  idle: 20_000_000n,
  bytes,
  samples: 195n,
  instRate: 13_208n,
  curRate: 3_522n,
  avgRate: 2_630n,
  peakRate: 16_600n,
  bytesRem: 0n,
  timeRem: 0n,
  progress: 0,
});

const peer = (name: string, backend: number, isOutbound: boolean): PeerView => ({
  node: nodeIdentity(name, backend),
  isOutbound,
  remoteIp: '127.0.0.1',
  duration: 39_444_950_936n,
  send: flow(103_691n),
  receive: flow(100_655n),
  channels: [
    { id: 48, sendQueueCapacity: 1n, sendQueueSize: 0n, priority: 5n, recentlySent: 47n },
    { id: 32, sendQueueCapacity: 100n, sendQueueSize: 2n, priority: 6n, recentlySent: 1234n },
  ],
});

export const fixtureNet = (): NetView => ({
  listening: true,
  listeners: ['Listener(@)'],
  peers: [peer('peer-1', 26_666, true), peer('peer-2', 26_676, false)],
});

/** Returns two peers: one at the height of this node, and one that has just begun. */
export function fixturePeers(height: bigint, blockId: BlockId): readonly PeerRoundView[] {
  const still = { height, startTime: START, stats: { votes: 96n, blockParts: 12n } };
  return [
    {
      ...still,
      nodeAddress: 'e0c7b6ae60afe4086580d0556049d706080999b2@127.0.0.1:38186',
      round: 0,
      step: 4,
      proposal: true,
      proposalPartsHeader: blockId.parts,
      proposalParts: [true],
      proposalPolRound: -1,
      proposalPol: [false, false, false, false],
      prevotes: [true, true, false, true],
      precommits: [false, false, false, false],
      lastCommitRound: 0,
      lastCommit: [true, true, true, false],
      catchupCommitRound: -1,
      catchupCommit: [false, false, false, false],
    },
    {
      ...still,
      nodeAddress: '0b572e073d0e41c76dc45c91cb0e82a1b3255592@127.0.0.1:38192',
      round: -1,
      step: 1,
      proposal: false,
      proposalPartsHeader: NIL_BLOCK_ID.parts,
      proposalParts: undefined,
      proposalPolRound: -1,
      proposalPol: undefined,
      prevotes: undefined,
      precommits: undefined,
      lastCommitRound: -1,
      lastCommit: undefined,
      catchupCommitRound: -1,
      catchupCommit: undefined,
    },
  ];
}

/**
 * Returns a round in which two of four validators have prevoted, one of them nil. Round 1 is tracked too; the proposal
 * is complete, and nothing is locked.
 */
export function fixtureRoundState(
  { validators, lastValidators, lastBlockId, lastBlockTime }: ChainState,
  height: bigint,
  lastBlock: Block | undefined,
  seenCommit: Commit,
): RoundStateView {
  const vote = (index: number, blockId: BlockId) => ({
    ...commitToVote(seenCommit, index),
    type: VoteType.Prevote,
    blockId,
  });
  const none = validators.validators.map(() => undefined);
  const started = seenCommit.signatures.length > 0;
  const prevotes = started ? [vote(0, lastBlockId), undefined, vote(2, NIL_BLOCK_ID), undefined] : none;
  return {
    height,
    round: 0,
    step: 4,
    startTime: lastBlockTime + 1_000_000_000n,
    commitTime: lastBlockTime,
    validators,
    proposalBlockHash: lastBlockId.hash,
    lockedBlockHash: EMPTY_BYTES,
    validBlockHash: EMPTY_BYTES,
    votes: [
      { round: 0, prevotes, precommits: none },
      { round: 1, prevotes: none, precommits: none },
    ],
    proposal: {
      height,
      round: 0,
      polRound: -1,
      blockId: lastBlockId,
      timestamp: lastBlockTime,
      signature: { bytes: sha256(utf8('proposal')) },
    },
    proposalReceiveTime: 0n,
    proposalBlock: lastBlock,
    proposalParts: { received: [true, false] },
    lockedRound: -1,
    lockedBlock: undefined,
    lockedParts: undefined,
    validRound: -1,
    validBlock: undefined,
    validParts: undefined,
    commitRound: -1,
    lastCommit: started
      ? seenCommit.signatures.map((slot, i) => (slot.blockIdFlag === 1 ? undefined : commitToVote(seenCommit, i)))
      : undefined,
    lastValidators,
    triggeredPrecommitWait: false,
  };
}
