/** Links that are cut and restored by command: who is connected, and how what was missed comes after all. */
import { describe, expect, it } from 'vitest';
import { SECOND, TestWorld } from './world_kit.js';

const peersOf = (host: TestWorld, node: number): readonly number[] =>
  host.keys.flatMap((_, peer) => (host.world.connection(node, peer) === undefined ? [] : [peer]));

describe('connections', () => {
  it('stand between all that are up', () => {
    const host = new TestWorld();
    expect(peersOf(host, 0)).toEqual([1, 2, 3]);
    host.world.crash(2);
    expect(peersOf(host, 0)).toEqual([1, 3]);
    expect(peersOf(host, 2)).toEqual([]);
    host.world.restart(2);
    expect(peersOf(host, 0)).toEqual([1, 2, 3]);
  });

  it('end with a partition and begin anew with its end', () => {
    const host = new TestWorld().untilAll(1n);
    const began = host.world.connection(0, 3)?.since;
    host.world.setFault('split', { type: 'partition', groups: [[0, 1, 2], [3]] });
    expect(peersOf(host, 0)).toEqual([1, 2]);
    host.world.setFault('split', undefined);
    expect(host.world.connection(0, 3)?.since).toBeGreaterThan(began as bigint);
    expect(host.world.connection(0, 3)?.received.votes).toBe(0);
    expect(host.world.connection(0, 1)?.since).toBe(began);
  });

  it('are cut by command, in both directions, and counted anew when they come back', () => {
    const host = new TestWorld().untilAll(1n);
    host.world.disconnect(0, 2);
    expect(peersOf(host, 0)).toEqual([1, 3]);
    expect(peersOf(host, 2)).toEqual([1, 3]);
    host.untilAll(3n);
    host.world.connect(2, 0);
    expect(peersOf(host, 0)).toEqual([1, 2, 3]);
    expect(host.world.connection(0, 2)?.received.votes).toBe(0);
    host.untilAll(4n);
    expect(host.world.connection(0, 2)?.received.votes).toBeGreaterThan(0);
  });

  it('are part of a snapshot, as the commands are', () => {
    const host = new TestWorld().untilAll(1n);
    host.world.disconnect(1, 0);
    const snapshot = host.world.snapshot();
    host.world.connect(0, 1);
    expect(peersOf(host, 0)).toContain(1);
    host.world.restore(snapshot);
    expect(peersOf(host, 0)).toEqual([2, 3]);
    expect(host.world.commands().at(-1)?.command).toEqual({ type: 'disconnect', node: 1, peer: 0 });
  });
});

describe('a network with cut links', () => {
  it('goes on as long as somebody can pass on what is missing', () => {
    const host = new TestWorld();
    for (const [a, b] of [
      [0, 2],
      [0, 3],
      [1, 3],
    ] as const)
      host.world.disconnect(a, b);
    // A chain of nodes: 0 hears of 3 only through 1 and 2.
    host.untilAll(4n);
    expect(host.commits(0).length).toBeGreaterThanOrEqual(4);
  });

  it('leaves a node behind that nobody can reach, and brings it back when one link is restored', () => {
    const host = new TestWorld().untilAll(1n);
    for (const peer of [1, 2, 3]) host.world.disconnect(0, peer);
    host.untilAll(4n, [1, 2, 3]);
    expect(host.round(0).height).toBe(2n);
    host.world.connect(0, 2);
    host.untilAll(6n);
  });

  it('stands still when it is cut in halves, and heals by a single link', () => {
    const host = new TestWorld().untilAll(1n);
    for (const a of [0, 1]) for (const b of [2, 3]) host.world.disconnect(a, b);
    host.runTo(host.world.now + 60n * SECOND);
    expect(host.world.tip).toBeLessThan(4n);
    const tip = host.world.tip;
    host.world.connect(0, 3);
    host.untilAll(tip + 3n);
  });

  it('asks nobody for ever when there is nothing to have', () => {
    const host = new TestWorld({ pacing: 'held' });
    for (const peer of [1, 2, 3]) host.world.disconnect(0, peer);
    host.world.startHeight(host.world.now + SECOND);
    host.runTo(host.world.now + 100n * SECOND);
    expect(host.world.tip).toBe(1n);
    host.drain();
  });
});
