/** Plays the faults of a proposer: silence, withholding, lateness. v0 proposes round 0 of height 1. */
import { describe, expect, test } from 'vitest';
import type { NetworkEvent } from '../../../src/simulation/index.js';
import { COMMIT, ROUND_0, story } from '../story.js';
import { MS, START, TestNetwork, type TestNetworkOptions } from '../world_kit.js';

/** Makes links slower than gossip, so that a relay comes before the decision. */
const SLOW = 200n * MS;

/** Runs a network and records who receives proposals and parts of height 1, and from whom. */
function listening(options: TestNetworkOptions) {
  const host = new TestNetwork(options);
  const received: Extract<NetworkEvent, { type: 'received' }>[] = [];
  host.network.listen((event) => {
    const { type } = event;
    if (type === 'received' && (event.message.type === 'proposal' || event.message.type === 'part'))
      received.push(event);
  });
  return { host, received };
}

/** Trace of a node that receives no proposal in round 0. The proposer prevotes its block, three prevote nil. */
const NO_PROPOSAL = [
  'NewRound 1/0 NewRound',
  'S:Propose',
  'TimeoutPropose 1/0 Propose',
  'S:Prevote',
  'S:PrevoteWait',
  'Polka 1/0 PrevoteWait',
  'S:Precommit',
  'S:Precommit',
  'TimeoutWait 1/0 Precommit',
  'NewRound 1/1 NewRound',
];

const flagsOf = (host: TestNetwork, height: bigint) =>
  host.decided(height).decided.block.lastCommit.signatures.map(({ blockIdFlag }) => blockIdFlag);

describe('a silent proposer', () => {
  test('costs a round, and its precommit is in the commit because only its proposal is missing', () => {
    const { host, received } = listening({ faults: { silence: { type: 'silent-proposer', node: 0, round: 0 } } });
    host.untilAll(2n);
    for (const node of [1, 2, 3]) expect(story(host, node).slice(0, NO_PROPOSAL.length)).toEqual(NO_PROPOSAL);
    expect(story(host, 0).slice(0, ROUND_0.length)).toEqual(ROUND_0);
    expect(received.filter(({ from }) => from === 0)).toEqual([]);
    const { block, seenCommit } = host.decided(1n).decided;
    expect(seenCommit.round).toBe(1);
    expect(block.header.proposerAddress).toEqual(host.keys[1]?.address);
    expect(flagsOf(host, 2n)).toEqual([2, 2, 2, 2]);
  });

  test('shows its proposal in its own state only, and no gossip carries it to the others', () => {
    const { host, received } = listening({ faults: { silence: { type: 'silent-proposer', node: 0 } } });
    host.runTo(START + 3500n * MS);
    expect(host.round(0).proposalBlock?.block.header.proposerAddress).toEqual(host.keys[0]?.address);
    for (const node of [1, 2, 3]) expect(host.round(node)).toMatchObject({ proposal: undefined, round: 0 });
    expect(received).toEqual([]);
  });

  test('proposes in other rounds and heights than those of the fault', () => {
    const place = { height: 5, round: 0 };
    const { host } = listening({ faults: { silence: { type: 'silent-proposer', node: 0, ...place } } });
    host.untilAll(5n);
    expect([1n, 2n, 3n, 4n, 5n].map((height) => host.decided(height).decided.seenCommit.round)).toEqual([
      0, 0, 0, 0, 1,
    ]);
  });

  test('still relays the proposals of others', () => {
    const faults = {
      silence: { type: 'silent-proposer', node: 0 },
      // Node v3 hears v1, who proposes round 1, only through others.
      deaf: { type: 'drop', message: 'proposal', from: [1, 2], to: [3] },
    } as const;
    const { host, received } = listening({ faults, linkDelay: SLOW });
    host.untilAll(1n);
    expect(received.some(({ from, to, message }) => from === 0 && to === 3 && message.type === 'proposal')).toBe(true);
    expect(host.decided(1n).decided.seenCommit.round).toBe(1);
  });
});

describe('a withheld proposal', () => {
  test('reaches the listed validators through others, and the block is decided in round 0', () => {
    const grudge = { type: 'withhold-proposal', node: 0, to: [3] } as const;
    const { host, received } = listening({ faults: { grudge }, linkDelay: SLOW });
    host.untilAll(1n);
    expect(received.filter(({ from, to }) => from === 0 && to === 3)).toEqual([]);
    expect(received.some(({ from, to }) => from !== 0 && to === 3)).toBe(true);
    expect(host.decided(1n).decided.seenCommit.round).toBe(0);
    for (const node of [1, 2]) expect(story(host, node)).toEqual([...ROUND_0, ...COMMIT(0)]);
  });

  test('stays away where no other validator can relay it: the listed ones prevote nil (6.5)', () => {
    const faults = {
      grudge: { type: 'withhold-proposal', node: 0, to: [2, 3], round: 0 },
      noRelay: { type: 'drop', message: 'proposal', from: [1], to: [2, 3], round: 0 },
    } as const;
    const { host } = listening({ faults });
    host.untilAll(1n);
    const wait = ['S:Prevote', 'S:PrevoteWait', 'TimeoutWait 1/0 PrevoteWait', 'S:Precommit'];
    expect(story(host, 1).join(' ')).toContain(wait.join(' '));
    expect(story(host, 2)).toContain('TimeoutPropose 1/0 Propose');
    expect(host.decided(1n).decided.seenCommit.round).toBe(1);
  });
});

describe('a late proposal', () => {
  test('that comes within timeout_propose only delays the height', () => {
    const { host } = listening({ faults: { slow: { type: 'late-proposal', node: 0, ms: 2000 } } });
    host.untilAll(1n);
    for (const node of [1, 2, 3]) expect(story(host, node)).toEqual([...ROUND_0, ...COMMIT(0)]);
    expect(host.network.now).toBeGreaterThan(START + 3000n * MS);
  });

  test('that comes after timeout_propose costs a round, like a silent proposer', () => {
    const { host, received } = listening({ faults: { slow: { type: 'late-proposal', node: 0, ms: 8000 } } });
    host.untilAll(1n);
    for (const node of [1, 2, 3]) expect(story(host, node).slice(0, NO_PROPOSAL.length)).toEqual(NO_PROPOSAL);
    expect(host.decided(1n).decided.seenCommit.round).toBe(1);
    host.runTo(START + 12_000n * MS);
    expect(received.some(({ from, message }) => from === 0 && message.type === 'proposal')).toBe(true);
  });
});
