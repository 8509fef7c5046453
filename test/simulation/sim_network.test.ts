import { describe, expect, test } from 'vitest';
import { HISTORY_HEIGHTS } from '../../src/simulation/create_core.js';
import { createWorld } from '../../src/simulation/index.js';
import { SECOND, START, TestWorld } from './world_kit.js';

describe('a world', () => {
  test('decides height after height when nothing is wrong', () => {
    const host = new TestWorld().untilAll(5n);
    expect(host.world.now).toBeLessThan(START + 10n * SECOND);
    expect(host.commits(0).map(({ decided }) => decided.block.header.height)).toEqual([1n, 2n, 3n, 4n, 5n]);
  });

  test('asks each distinct question once', () => {
    const host = new TestWorld().untilAll(4n);
    const kinds = host.asks.slice(0, 12).map(({ type, request }) => `${type} ${request.height}`);
    const perHeight = (h: number) => [`prepareProposal ${h}`, `processProposal ${h}`, `finalizeBlock ${h}`];
    expect(kinds).toEqual([1, 2, 3, 4].flatMap(perHeight));
    expect(host.commits().filter(({ first }) => first)).toHaveLength(Number(host.world.tip));
  });

  test('lets time stand still while an answer is awaited', () => {
    const { world } = new TestWorld();
    let progress = world.step();
    while (progress.ask === undefined) progress = world.step();
    const { now, events } = world;
    expect(() => world.step()).toThrow(/answer to prepareProposal is awaited/);
    expect(() => world.crash(0)).toThrow(/"crash" came while the application was asked/);
    expect(() => world.answer({ type: 'processProposal', accept: true })).toThrow(/is no answer to prepareProposal/);
    expect([world.now, world.events]).toEqual([now, events]);
  });

  test('can be kept while an answer is awaited', () => {
    const { world } = new TestWorld();
    let progress = world.step();
    while (progress.ask === undefined) progress = world.step();
    const kept = world.snapshot();
    const reply = { type: 'prepareProposal', txs: [] } as const;
    const first = world.answer(reply);
    world.restore(kept);
    expect(() => world.step()).toThrow(/is awaited/);
    expect(world.answer(reply)).toEqual(first);
  });

  test('runs with one validator and with a node that has no power', () => {
    const host = new TestWorld({ powers: [1n], watchers: 1 }).untilAll(3n);
    expect(host.decided(3n).decided.seenCommit.signatures).toHaveLength(1);
  });

  test('goes on from a stored chain with its seen commit', () => {
    const before = new TestWorld().untilAll(3n);
    const { state, decided } = before.decided(3n);
    const after = new TestWorld({ state, seenCommit: decided.seenCommit, now: before.world.now, keys: before.keys });
    expect(after.world.tip).toBe(3n);
    after.untilAll(5n);
    expect(after.decided(4n).decided.block.header.lastBlockId).toEqual(decided.blockId);
  });

  test('refuses a stored chain without its commit', () => {
    const { state } = new TestWorld().untilAll(1n).decided(1n);
    expect(() => new TestWorld({ state })).toThrow(/commit of height 1 is missing/);
  });

  test('continues equally from a snapshot, in the same world and in another one', () => {
    const host = new TestWorld({ faults: { slow: { type: 'reorder', within: SECOND } } }).untilAll(1n);
    const kept = host.world.snapshot();
    const from = host.notes.length;
    host.untilAll(4n);
    const [first, ask] = [host.trace(1), host.world.events];
    host.world.restore(kept);
    host.notes.length = from;
    host.untilAll(4n);
    expect(host.trace(1)).toEqual(first);
    expect(host.world.events).toBe(ask);
    const other = new TestWorld({ faults: { slow: { type: 'reorder', within: SECOND } } });
    other.world.restore(kept);
    expect(other.untilAll(4n).world.events).toBe(ask);
  });

  test('keeps no history when nobody is behind, and bounded history when somebody is', () => {
    const host = new TestWorld().untilAll(20n);
    expect(host.world.snapshot().registers.history.recent?.length).toBeLessThanOrEqual(2);
    host.world.crash(3);
    host.untilAll(30n, [0, 1, 2]);
    expect(host.world.snapshot().registers.history.recent?.length).toBeGreaterThan(5);
    host.world.restart(3);
    host.untilAll(31n);
    expect(host.world.snapshot().registers.history.recent?.length).toBeLessThanOrEqual(2);
  });

  test('lets a node that nobody can help any more take over a state', () => {
    const host = new TestWorld({ pacing: 'held', powers: [10n, 10n, 10n, 1n] });
    host.world.crash(3);
    while (host.world.tip < BigInt(2 * HISTORY_HEIGHTS + 50)) {
      host.world.startHeight(host.world.now + SECOND);
      host.drain();
      host.notes.length = 0;
    }
    host.world.restart(3);
    host.drain();
    expect(host.notes.find(({ type }) => type === 'jumped')).toMatchObject({ node: 3 });
    expect(host.round(3).height).toBe(host.world.tip + 1n);
  });

  test('is the same again when its commands are given at the same events', () => {
    const host = new TestWorld();
    host.until(() => host.world.events === 20);
    host.world.crash(1);
    host.until(() => host.world.events === 90);
    host.world.setFault('split', {
      type: 'partition',
      groups: [
        [0, 1],
        [2, 3],
      ],
    });
    host.world.restart(1);
    host.runTo(host.world.now + 5n * SECOND);
    host.world.setFault('split', undefined);
    host.untilAll(4n);

    const again = new TestWorld();
    for (const { afterEvents, command } of host.world.commands()) {
      again.until(() => again.world.events === afterEvents);
      again.world.obey(command);
    }
    again.until(() => again.world.events === host.world.events);
    for (const node of [0, 1, 2, 3]) expect(again.trace(node)).toEqual(host.trace(node));
  });

  test('waits for transactions when empty blocks are not wanted', () => {
    const host = new TestWorld({ emptyBlocks: { create: false, interval: 0n }, isConstant: true });
    host.drain();
    expect(host.world.tip).toBe(1n);
    expect(host.round(0)).toMatchObject({ height: 2n, round: 0, step: 2 });
    host.world.transactionsAvailable();
    host.untilAll(2n);
    host.drain();
    expect(host.world.tip).toBe(2n);
  });

  test('proposes an empty block after the interval', () => {
    const host = new TestWorld({ emptyBlocks: { create: true, interval: 7n * SECOND }, isConstant: true }).untilAll(3n);
    const times = host.commits(0).map(({ decided }) => decided.block.header.time);
    expect((times[2] as bigint) - (times[1] as bigint)).toBeGreaterThan(7n * SECOND);
  });

  test('says of nothing queued that nothing happens', () => {
    const world = createWorld({ ...new TestWorld().options, pacing: 'held' });
    expect(world.step()).toEqual({ notes: [], ask: undefined });
    expect(world.events).toBe(0);
  });
});
