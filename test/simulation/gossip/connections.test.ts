/** Tests links that commands cut and restore: which nodes are connected, and how missed messages arrive later. */
import { describe, expect, it } from 'vitest';
import { SECOND, TestNetwork } from '../world_kit.js';

const peersOf = (host: TestNetwork, node: number): readonly number[] =>
  host.keys.flatMap((_, peer) => (host.network.connection(node, peer) === undefined ? [] : [peer]));

describe('connections', () => {
  it('exist between all nodes that are up', () => {
    const host = new TestNetwork();
    expect(peersOf(host, 0)).toEqual([1, 2, 3]);
    host.network.crash(2);
    expect(peersOf(host, 0)).toEqual([1, 3]);
    expect(peersOf(host, 2)).toEqual([]);
    host.network.restart(2);
    expect(peersOf(host, 0)).toEqual([1, 2, 3]);
  });

  it('end with a partition, and start anew when it ends', () => {
    const host = new TestNetwork().untilAll(1n);
    const began = host.network.connection(0, 3)?.since;
    host.network.setFault('split', { type: 'partition', groups: [[0, 1, 2], [3]] });
    expect(peersOf(host, 0)).toEqual([1, 2]);
    host.network.setFault('split', undefined);
    expect(host.network.connection(0, 3)?.since).toBeGreaterThan(began as bigint);
    expect(host.network.connection(0, 3)?.received.votes).toBe(0);
    expect(host.network.connection(0, 1)?.since).toBe(began);
  });

  it('are cut by command in both directions, and start new counters when they are restored', () => {
    const host = new TestNetwork().untilAll(1n);
    host.network.disconnect(0, 2);
    expect(peersOf(host, 0)).toEqual([1, 3]);
    expect(peersOf(host, 2)).toEqual([1, 3]);
    host.untilAll(3n);
    host.network.connect(2, 0);
    expect(peersOf(host, 0)).toEqual([1, 2, 3]);
    expect(host.network.connection(0, 2)?.received.votes).toBe(0);
    host.untilAll(4n);
    expect(host.network.connection(0, 2)?.received.votes).toBeGreaterThan(0);
  });

  it('are part of a snapshot, as the commands are', () => {
    const host = new TestNetwork().untilAll(1n);
    host.network.disconnect(1, 0);
    const snapshot = host.network.snapshot();
    host.network.connect(0, 1);
    expect(peersOf(host, 0)).toContain(1);
    host.network.restore(snapshot);
    expect(peersOf(host, 0)).toEqual([2, 3]);
    expect(host.network.commands().at(-1)?.command).toEqual({ type: 'disconnect', node: 1, peer: 0 });
  });
});

describe('a network with cut links', () => {
  it('makes progress while some node can relay the missing messages', () => {
    const host = new TestNetwork();
    for (const [a, b] of [
      [0, 2],
      [0, 3],
      [1, 3],
    ] as const)
      host.network.disconnect(a, b);
    // The nodes form a chain: node 0 receives node 3's messages only through 1 and 2.
    host.untilAll(4n);
    expect(host.commits(0).length).toBeGreaterThanOrEqual(4);
  });

  it('leaves an unreachable node behind, and brings it back when one link is restored', () => {
    const host = new TestNetwork().untilAll(1n);
    for (const peer of [1, 2, 3]) host.network.disconnect(0, peer);
    host.untilAll(4n, [1, 2, 3]);
    expect(host.round(0).height).toBe(2n);
    host.network.connect(0, 2);
    host.untilAll(6n);
  });

  it('stops when it is cut in halves, and recovers through a single link', () => {
    const host = new TestNetwork().untilAll(1n);
    for (const a of [0, 1]) for (const b of [2, 3]) host.network.disconnect(a, b);
    host.runTo(host.network.now + 60n * SECOND);
    expect(host.network.lastDecidedHeight).toBeLessThan(4n);
    const lastDecidedHeight = host.network.lastDecidedHeight;
    host.network.connect(0, 3);
    host.untilAll(lastDecidedHeight + 3n);
  });

  it('stops gossiping when no message is missing', () => {
    const host = new TestNetwork({ heightStart: 'held' });
    for (const peer of [1, 2, 3]) host.network.disconnect(0, peer);
    host.network.startHeight(host.network.now + SECOND);
    host.runTo(host.network.now + 100n * SECOND);
    expect(host.network.lastDecidedHeight).toBe(1n);
    host.drain();
  });
});
