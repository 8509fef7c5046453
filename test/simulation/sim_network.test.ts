import { describe, expect, test } from 'vitest';
import { createSimNetwork } from '../../src/simulation/index.js';
import { SECOND, START, TestNetwork } from './world_kit.js';

describe('a simulated network', () => {
  test('decides height after height without faults', () => {
    const host = new TestNetwork().untilAll(5n);
    expect(host.network.now).toBeLessThan(START + 10n * SECOND);
    expect(host.commits(0).map(({ decided }) => decided.block.header.height)).toEqual([1n, 2n, 3n, 4n, 5n]);
  });

  test('makes each distinct ABCI call once', () => {
    const host = new TestNetwork().untilAll(4n);
    const kinds = host.asks.slice(0, 12).map(({ type, request }) => `${type} ${request.height}`);
    const perHeight = (h: number) => [`prepareProposal ${h}`, `processProposal ${h}`, `finalizeBlock ${h}`];
    expect(kinds).toEqual([1, 2, 3, 4].flatMap(perHeight));
    expect(host.commits().filter(({ first }) => first)).toHaveLength(Number(host.network.lastDecidedHeight));
  });

  test('stops its clock while an ABCI call is pending', () => {
    const { network } = new TestNetwork();
    let progress = network.step();
    while (progress.ask === undefined) progress = network.step();
    const { now, events } = network;
    expect(() => network.step()).toThrow(/step while prepareProposal is pending/);
    expect(() => network.crash(0)).toThrow(/"crash" while an ABCI call is pending/);
    expect(() => network.answer({ type: 'processProposal', accept: true })).toThrow(/is no answer to prepareProposal/);
    expect([network.now, network.events]).toEqual([now, events]);
  });

  test('can take a snapshot while an ABCI call is pending', () => {
    const { network } = new TestNetwork();
    let progress = network.step();
    while (progress.ask === undefined) progress = network.step();
    const retained = network.snapshot();
    const reply = { type: 'prepareProposal', txs: [] } as const;
    const first = network.answer(reply);
    network.restore(retained);
    expect(() => network.step()).toThrow(/is pending/);
    expect(network.answer(reply)).toEqual(first);
  });

  test('runs with one validator and with a node that has no power', () => {
    const host = new TestNetwork({ powers: [1n], watchers: 1 }).untilAll(3n);
    expect(host.decided(3n).decided.seenCommit.signatures).toHaveLength(1);
  });

  test('continues from a stored chain with its seen commit', () => {
    const before = new TestNetwork().untilAll(3n);
    const { state, decided } = before.decided(3n);
    const after = new TestNetwork({
      state,
      seenCommit: decided.seenCommit,
      now: before.network.now,
      keys: before.keys,
    });
    expect(after.network.lastDecidedHeight).toBe(3n);
    after.untilAll(5n);
    expect(after.decided(4n).decided.block.header.lastBlockId).toEqual(decided.blockId);
  });

  test('refuses a stored chain without its commit', () => {
    const { state } = new TestNetwork().untilAll(1n).decided(1n);
    expect(() => new TestNetwork({ state })).toThrow(/commit of height 1 is missing/);
  });

  test('continues equally from a snapshot, in the same network and in another one', () => {
    const host = new TestNetwork({ faults: { slow: { type: 'reorder', ms: 1000 } } }).untilAll(1n);
    const retained = host.network.snapshot();
    const from = host.notes.length;
    host.untilAll(4n);
    const [first, ask] = [host.trace(1), host.network.events];
    host.network.restore(retained);
    host.notes.length = from;
    host.untilAll(4n);
    expect(host.trace(1)).toEqual(first);
    expect(host.network.events).toBe(ask);
    const other = new TestNetwork({ faults: { slow: { type: 'reorder', ms: 1000 } } });
    other.network.restore(retained);
    expect(other.untilAll(4n).network.events).toBe(ask);
  });

  test('retains no history when no node is behind, and bounded history when one is', () => {
    const host = new TestNetwork().untilAll(20n);
    expect(host.network.snapshot().registers.history.recent?.length).toBeLessThanOrEqual(2);
    host.network.crash(3);
    host.untilAll(30n, [0, 1, 2]);
    expect(host.network.snapshot().registers.history.recent?.length).toBeGreaterThan(5);
    host.network.restart(3);
    host.untilAll(31n);
    expect(host.network.snapshot().registers.history.recent?.length).toBeLessThanOrEqual(2);
  });

  test('repeats the run when its commands are given at the same events', () => {
    const host = new TestNetwork();
    host.until(() => host.network.events === 20);
    host.network.crash(1);
    host.until(() => host.network.events === 90);
    host.network.setFault('split', {
      type: 'partition',
      groups: [
        [0, 1],
        [2, 3],
      ],
    });
    host.network.restart(1);
    host.runTo(host.network.now + 5n * SECOND);
    host.network.setFault('split', undefined);
    host.untilAll(4n);

    const again = new TestNetwork();
    for (const { afterEvents, command } of host.network.commands()) {
      again.until(() => again.network.events === afterEvents);
      again.network.applyCommand(command);
    }
    again.until(() => again.network.events === host.network.events);
    for (const node of [0, 1, 2, 3]) expect(again.trace(node)).toEqual(host.trace(node));
  });

  test('waits for transactions when empty blocks are off', () => {
    const host = new TestNetwork({ emptyBlocks: { create: false, interval: 0n }, isConstant: true });
    host.drain();
    expect(host.network.lastDecidedHeight).toBe(1n);
    expect(host.round(0)).toMatchObject({ height: 2n, round: 0, step: 2 });
    host.network.transactionsAvailable();
    host.untilAll(2n);
    host.drain();
    expect(host.network.lastDecidedHeight).toBe(2n);
  });

  test('proposes an empty block after the interval', () => {
    const host = new TestNetwork({ emptyBlocks: { create: true, interval: 7n * SECOND }, isConstant: true }).untilAll(
      3n,
    );
    const times = host.commits(0).map(({ decided }) => decided.block.header.time);
    expect((times[2] as bigint) - (times[1] as bigint)).toBeGreaterThan(7n * SECOND);
  });

  test('does nothing in a step when nothing is queued', () => {
    const network = createSimNetwork({ ...new TestNetwork().options, heightStart: 'held' });
    expect(network.step()).toEqual({ notes: [], ask: undefined });
    expect(network.events).toBe(0);
  });
});
