/** Runs a devnet for tests of the page's model, and compares what the page computes with the engines' own states. */
import { expect } from 'vitest';
import type { EngineState } from '../../../src/consensus/state.js';
import { type VoteSet as EngineVotes, votesOf } from '../../../src/consensus/tally/vote_set.js';
import type { NodeView } from '../../../src/dashboard/model/node_state.js';
import type { VoteSet } from '../../../src/dashboard/model/vote_set.js';
import { SnapshotNumbers } from '../../../src/devnet/chain/snapshot_numbers.js';
import type { ChainNode } from '../../../src/devnet/chain_node.js';
import { startDevnet } from '../../../src/devnet/devnet.js';
import type { Devnet } from '../../../src/devnet/index.js';
import { chainLine, linesOf } from '../../../src/devnet/records/chain_lines.js';
import { LineEncoder } from '../../../src/devnet/records/line_text.js';
import { headerLine } from '../../../src/devnet/records/record_line.js';
import { toHex } from '../../../src/kernel/hex.js';

export interface TracedDevnet extends AsyncDisposable {
  readonly devnet: Devnet;
  readonly runtime: ChainNode;
  /** Returns the trace so far. */
  text(): string;
}

/** Starts a devnet in mining mode step, and traces it from its beginning. */
export async function tracedDevnet(seed: string, validators: number): Promise<TracedDevnet> {
  let runtime: ChainNode | undefined;
  const off = { jsonRpc: false, rpc: false, assets: false } as const;
  const devnet = await startDevnet(
    { seed, validators, miningMode: { type: 'step' }, ...off },
    {
      onRuntime: (opened) => {
        runtime = opened;
      },
    },
  );
  if (runtime === undefined) throw new Error('the devnet has no runtime');
  const { chain } = runtime;
  const encoder = new LineEncoder();
  const lines = [encoder.encode(headerLine('all')), encoder.encode(chainLine(chain))];
  const stop = linesOf(chain, 'all', new SnapshotNumbers(), (line) => lines.push(encoder.encode(line)));
  return {
    devnet,
    runtime,
    text: () => lines.join(''),
    [Symbol.asyncDispose]: async () => {
      stop();
      await devnet.close();
    },
  };
}

/**
 * Expects a node of the page to be where the engine is, with the same lock, valid block and votes. Votes of byzantine
 * validators are left out: an engine may replace the first of two by the second when it sees two thirds, and no event
 * says so.
 */
export function expectSame(
  node: NodeView,
  { round: rs }: EngineState,
  indexOf: (address: string) => number,
  byzantine: readonly number[],
): void {
  const honest = (votes: Readonly<Record<number, string>>): unknown =>
    Object.fromEntries(Object.entries(votes).filter(([index]) => !byzantine.includes(Number(index))));
  const blockOf = (round: number, hash: Uint8Array | undefined): unknown =>
    hash === undefined ? undefined : { round, block: toHex(hash) };
  expect({
    height: node.height,
    round: node.round,
    step: node.step,
    locked: node.locked,
    valid: node.valid,
    proposal: node.proposal,
  }).toEqual({
    height: Number(rs.height),
    round: rs.round,
    step: rs.step,
    locked: blockOf(rs.lockedRound, rs.lockedBlock?.id.hash),
    valid: blockOf(rs.validRound, rs.validBlock?.id.hash),
    proposal: rs.proposalBlock === undefined ? undefined : toHex(rs.proposalBlock.id.hash),
  });
  for (const { round, prevotes, precommits } of rs.votes.rounds) {
    expect(honest(votesIn(node.votes[round]?.prevotes))).toEqual(honest(engineVotes(prevotes, indexOf)));
    expect(honest(votesIn(node.votes[round]?.precommits))).toEqual(honest(engineVotes(precommits, indexOf)));
  }
}

const votesIn = (set: VoteSet | undefined): Record<number, string> =>
  Object.fromEntries(
    (set?.votes ?? []).flatMap((vote, index) => (vote === undefined ? [] : [[index, vote ?? 'nil'] as const])),
  );

function engineVotes(set: EngineVotes, indexOf: (address: string) => number): Record<number, string> {
  const votes = votesOf(set).flatMap((vote) => {
    if (vote === undefined) return [];
    const hash = toHex(vote.blockId.hash);
    return [[indexOf(toHex(vote.validatorAddress)), hash === '' ? 'nil' : hash] as const];
  });
  return Object.fromEntries(votes);
}
