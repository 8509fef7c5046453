/** Tests the observed node's peers through the backend: identities, traffic, positions, and reconnected links. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { roundStateView } from '../../../src/devnet/backends/comet.js';
import { openDevnetChain } from '../../../src/devnet/chain/open_devnet_chain.js';
import { fixedClock } from '../../../src/devnet/options/clock.js';
import type { DevnetOptions } from '../../../src/devnet/options/devnet_options.js';
import { peerRoundViews } from '../../../src/devnet/views/peer_round_view.js';
import { equalBytes } from '../../../src/kernel/bytes.js';
import { toHex } from '../../../src/kernel/hex.js';
import { ZERO_TIME } from '../../../src/kernel/time.js';
import { DEFAULT_TIMEOUTS } from '../../../src/simulation/index.js';
import { NodeUnderTest, START } from '../node_kit.js';

const start = (options: DevnetOptions = {}) => NodeUnderTest.start({ miningMode: 'manual', ...options });

const monikers = (node: NodeUnderTest): readonly string[] => node.comet.net().peers.map((peer) => peer.node.moniker);

describe('net', () => {
  it('lists every other node with its id, the same in each run of a seed', async () => {
    const [one, same, other] = [await start(), await start(), await start({ seed: '7' })];
    const ids = (node: NodeUnderTest) => node.comet.net().peers.map((peer) => toHex(peer.node.nodeId));
    expect(monikers(one)).toEqual(['validator-1', 'validator-2', 'validator-3']);
    expect(new Set([...ids(one), toHex(one.comet.node().nodeId)]).size).toBe(4);
    expect(ids(same)).toEqual(ids(one));
    expect(ids(other)).not.toEqual(ids(one));
    expect(one.comet.net()).toMatchObject({ listening: true, listeners: ['Listener(@)'] });
  });

  it('shows the traffic of each connection, and its duration', async () => {
    const node = await start();
    await node.mine(3);
    const [peer] = node.comet.net().peers;
    expect(peer).toMatchObject({ isOutbound: true, remoteIp: '127.0.0.1' });
    expect(peer?.duration).toBe(node.simNetwork.now - node.chain.genesis.genesisTime);
    expect(peer?.duration).toBeGreaterThanOrEqual(peer?.send.duration as bigint);
    for (const flow of [peer?.send, peer?.receive]) {
      expect(flow).toMatchObject({ active: true, start: node.chain.genesis.genesisTime, bytesRem: 0n, timeRem: 0n });
      expect(flow?.bytes).toBeGreaterThan(0n);
      expect(flow?.peakRate).toBeGreaterThanOrEqual(flow?.avgRate as bigint);
    }
  });

  it("has a full node's channels, and bytes where messages were sent", async () => {
    const node = await start();
    await node.mine(2);
    const channels = node.comet.net().peers[0]?.channels ?? [];
    // This was recorded from CometBFT 0.38.25: id, capacity, priority.
    expect(channels.map((c) => [c.id, Number(c.sendQueueCapacity), Number(c.priority)])).toEqual([
      [48, 1, 5],
      [64, 1000, 5],
      [32, 100, 6],
      [33, 100, 10],
      [34, 100, 7],
      [35, 2, 1],
      [56, 1, 6],
      [96, 10, 5],
      [97, 10, 3],
      [0, 10, 1],
    ]);
    const sent = channels.filter(({ recentlySent }) => recentlySent > 0n).map(({ id }) => id);
    expect(sent).toContain(34);
    expect(sent.every((id) => id === 33 || id === 34)).toBe(true);
  });

  it('leaves out nodes that are down or disconnected, also in the number of peers', async () => {
    const node = await start();
    node.simNetwork.crash(1);
    node.simNetwork.disconnect(0, 3);
    expect(monikers(node)).toEqual(['validator-2']);
    expect(node.node.evmBackend.peerCount()).toBe(1);
    node.simNetwork.disconnect(2, 3);
    expect(monikers(node)).toEqual(['validator-2']);
  });

  it('is reverted with a snapshot', async () => {
    const node = await start();
    await node.mine();
    const id = await node.node.snapshots.take();
    const before = node.comet.net();
    await node.mine(2);
    node.simNetwork.disconnect(0, 1);
    await node.node.snapshots.revert(id);
    expect(node.comet.net()).toEqual(before);
  });
});

describe('peers', () => {
  it('are in the position of this node, with all votes of the last commit', async () => {
    const node = await start();
    await node.mine(3);
    const own = node.comet.roundState();
    expect(own).toMatchObject({ height: 5n, round: 0, step: 1, lockedRound: -1, validRound: -1, commitRound: -1 });
    const peers = node.comet.peers();
    expect(peers).toHaveLength(3);
    for (const peer of peers) {
      expect(peer).toMatchObject({ height: 5n, round: 0, step: 1, proposal: false, proposalPolRound: -1 });
      expect(peer.proposalPartsHeader.total).toBe(0);
      expect(peer.proposalParts).toBeUndefined();
      expect([peer.lastCommitRound, peer.lastCommit]).toEqual([0, [true, true, true, true]]);
      expect([peer.catchupCommitRound, peer.catchupCommit]).toEqual([-1, [false, false, false, false]]);
      expect(peer.nodeAddress).toMatch(/^[0-9a-f]{40}@127\.0\.0\.1:266[678]6$/);
      // The peer sent two votes in each of four heights.
      expect(peer.stats.votes).toBe(8n);
    }
    const blocks = [1n, 2n, 3n, 4n].filter((height) => node.proposerOf(height) !== 0).length;
    expect(peers.reduce((sum, { stats }) => sum + stats.blockParts, 0n)).toBe(BigInt(blocks));
  });

  it('have in a later round, as in a real node, the nil precommits before as their catch-up commit', async () => {
    const node = await start();
    const down = node.proposerOf(2n);
    expect(down).not.toBe(0);
    node.simNetwork.crash(down);
    const seen: ReturnType<typeof node.comet.peers>[] = [];
    const votes: number[] = [];
    node.comet.listen((event) => {
      if (event.type !== 'NewRoundStep' || event.round !== 1 || event.step === 8) return;
      seen.push(node.comet.peers());
      votes.push(node.comet.roundState().votes.length);
    });
    await node.mine();
    const downAt = node.comet
      .validators(2n)
      ?.validators.findIndex(({ address }) => equalBytes(address, node.chain.keys[down]?.address as Uint8Array));
    const three = [0, 1, 2, 3].map((index) => index !== downAt);
    expect(seen).toHaveLength(3);
    expect(new Set(votes)).toEqual(new Set([3]));
    for (const peers of seen) {
      expect(peers).toHaveLength(2);
      for (const peer of peers) {
        expect(peer).toMatchObject({ height: 2n, catchupCommitRound: 0, catchupCommit: three, lastCommitRound: 0 });
        expect(peer.proposalParts === undefined).toBe(peer.proposalPartsHeader.total === 0);
        if (peer.round === 0) expect(peer).toMatchObject({ step: 6, prevotes: three, precommits: three });
      }
    }
  });

  it('that have not decided yet lack precommits of our last commit, those of its round', async () => {
    const node = await start();
    const behind: ReturnType<typeof node.comet.peers>[number][] = [];
    node.comet.listen((event) => {
      if (event.type !== 'NewRoundStep' || event.step !== 1) return;
      behind.push(...node.comet.peers().filter(({ height }) => height === event.height - 1n));
    });
    for (let i = 0; i < 8; i++) await node.mine();
    expect(behind.length).toBeGreaterThan(0);
    for (const peer of behind) {
      expect(peer).toMatchObject({ round: 0, catchupCommitRound: 0, catchupCommit: peer.precommits });
      expect(peer.catchupCommit).toContain(true);
      expect(peer.lastCommitRound).toBe(peer.height === 1n ? -1 : 0);
    }
  });

  it('have a proposal and its parts after they have received them', async () => {
    const node = await start();
    const seen: ReturnType<typeof node.comet.peers>[number][] = [];
    node.comet.listen((event) => {
      if (event.type === 'NewRoundStep' && event.step > 2) seen.push(...node.comet.peers());
    });
    for (let i = 0; i < 4; i++) await node.mine();
    const during = seen.filter(({ step }) => step > 3 && step < 8);
    expect(during.length).toBeGreaterThan(0);
    for (const peer of during)
      expect(peer).toMatchObject({ proposal: true, proposalParts: [true], proposalPartsHeader: { total: 1 } });
    expect(seen.map(({ proposal }) => proposal)).toContain(false);
  });

  it('have no commit before the first block', async () => {
    const genesis = developmentGenesis();
    const chain = await openDevnetChain({ genesis }, fixedClock(START), DEFAULT_TIMEOUTS, () => '');
    onTestFinished(() => chain.store.close());
    for (const peer of peerRoundViews(chain.simNetwork, chain.identities))
      expect(peer).toMatchObject({ height: 1n, lastCommitRound: -1, lastCommit: undefined, catchupCommitRound: -1 });
    expect(roundStateView(chain.simNetwork.node(0))).toMatchObject({
      height: 1n,
      lastCommit: undefined,
      commitTime: ZERO_TIME,
    });
  });

  it('are visible in the middle of a round that cannot end', async () => {
    const node = await start();
    for (const down of [2, 3]) node.simNetwork.crash(down);
    expect((await node.node.loop.mine()).type).toBe('stalled');
    const [peer, ...others] = node.comet.peers();
    expect(others).toEqual([]);
    const own = node.comet.roundState();
    expect(own).toMatchObject({ height: 2n, round: 0, step: 4 });
    const voted = own.votes[0]?.prevotes.map((vote) => vote !== undefined);
    expect(voted?.filter(Boolean)).toHaveLength(2);
    expect(peer).toMatchObject({ height: 2n, round: 0, step: 4, prevotes: voted });
    expect(peer?.precommits).toEqual([false, false, false, false]);
  });
});

describe('the round state', () => {
  it('shows proposal, block and parts while a height is in progress', async () => {
    const node = await start();
    node.simNetwork.setFault('late', { type: 'drop', message: 'vote', vote: 'precommit', height: 2 });
    expect((await node.node.loop.mine()).type).toBe('stalled');
    const state = node.comet.roundState();
    expect(state.lockedRound).toBeGreaterThanOrEqual(0);
    expect(state.lockedBlock?.header.height).toBe(2n);
    expect(state.lockedParts).toEqual({ received: [true] });
    expect(state.validBlock).toEqual(state.lockedBlock);
    expect(state.lastCommit?.filter((vote) => vote !== undefined)).toHaveLength(4);
    expect(state.lastValidators?.validators).toHaveLength(4);
    expect(state.proposal === undefined).toBe(state.proposalBlock === undefined);
  });
});

describe('dial', () => {
  it('reconnects nodes with known ids, and ignores others', async () => {
    const node = await start();
    for (const peer of [1, 2, 3]) node.simNetwork.disconnect(0, peer);
    await node.mine(3);
    expect(node.comet.roundState().height).toBe(2n);
    const idOf = (index: number) => node.chain.identities[index]?.nodeId as Uint8Array;
    await node.comet.dial([new Uint8Array(20), idOf(0), idOf(2)]);
    expect(monikers(node)).toEqual(['validator-2']);
    expect(node.comet.roundState().height).toBe(5n);
    await node.comet.dial([idOf(1), idOf(2), idOf(3)]);
    expect(monikers(node)).toHaveLength(3);
    await node.mine();
    expect(node.comet.roundState().height).toBe(6n);
  });

  it('lets a stalled height be decided: its block is published, with the late precommits in its commit', async () => {
    const node = await start();
    for (const [a, b] of [
      [0, 2],
      [0, 3],
      [1, 2],
      [1, 3],
    ] as const)
      node.simNetwork.disconnect(a, b);
    expect((await node.node.loop.mine()).type).toBe('stalled');
    node.received();
    const heights: bigint[] = [];
    node.chain.publishedHeights.listen((height) => heights.push(height));
    const ids = [2, 3].map((index) => node.chain.identities[index]?.nodeId as Uint8Array);
    // Each call gives the network as much time as late votes get.
    for (let tries = 0; tries < 20 && node.height < 2n; tries++) await node.comet.dial(ids);
    expect(node.height).toBe(2n);
    expect(node.received().filter((line) => line === 'NewBlock')).toHaveLength(1);
    expect(node.comet.roundState().lastCommit?.filter((vote) => vote !== undefined).length).toBeGreaterThan(2);
    await node.comet.dial([]);
    await node.mine();
    expect(heights).toEqual([2n, 3n]);
  });

  it('does not start a node that is down', async () => {
    const node = await start();
    node.simNetwork.crash(1);
    await node.comet.dial([node.chain.identities[1]?.nodeId as Uint8Array]);
    expect(monikers(node)).toEqual(['validator-2', 'validator-3']);
  });
});
