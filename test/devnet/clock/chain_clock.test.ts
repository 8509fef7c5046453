/** Tests the time of the next header, with a platform clock that the test moves. */
import { describe, expect, it } from 'vitest';
import { ChainClock } from '../../../src/devnet/clock/chain_clock.js';
import { evmTimestamp, LATEST_TIMESTAMP, NANOS_PER_SECOND } from '../../../src/kernel/time.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';

const S = NANOS_PER_SECOND;

function bench(store = new MemoryStore()) {
  const host = { at: 1000n * S, now: () => host.at };
  return { host, store, clock: new ChainClock(host, store) };
}

describe('the chain’s clock', () => {
  it('follows the platform’s clock, and gives each header a later whole second', () => {
    const { host, clock } = bench();
    expect(clock.take(990n * S)).toBe(1000n * S);
    expect(clock.take(1000n * S)).toBe(1001n * S);
    host.at = 2000n * S + 5n;
    expect(clock.take(1001n * S)).toBe(2000n * S + 5n);
  });

  it('advances by each increase, counted from the chain’s time', () => {
    const { host, clock } = bench();
    clock.increase(100n, 990n * S);
    expect([clock.offset, clock.take(990n * S)]).toEqual([100n * S, 1100n * S]);
    clock.increase(100n, 1500n * S);
    expect(clock.take(1500n * S)).toBe(1600n * S);
    host.at += 7n * S;
    expect(clock.take(1600n * S)).toBe(1607n * S);
  });

  it('never gives a time that no header can carry', () => {
    const { clock } = bench();
    clock.setStep(LATEST_TIMESTAMP);
    const first = clock.take(1000n * S);
    expect(first).toBeLessThan(2n ** 63n);
    expect(evmTimestamp(first)).toBe(LATEST_TIMESTAMP);
    expect([clock.take(first), clock.newest(0n)]).toEqual([first + 1n, first + 1n]);
  });

  it('gives one header the fixed time, and continues from there', () => {
    const { host, clock } = bench();
    clock.fixNext(5000n);
    expect(clock.take(1000n * S)).toBe(5000n * S);
    host.at += 3n * S;
    expect(clock.take(5000n * S)).toBe(5003n * S);
  });

  it('gives no header a fixed time that the chain has passed meanwhile', () => {
    const { clock } = bench();
    clock.fixNext(1005n);
    expect(clock.take(1009n * S)).toBe(1010n * S);
  });

  it('sets headers a step apart until the step is removed', () => {
    const { clock } = bench();
    clock.setStep(60n);
    expect(clock.take(1000n * S)).toBe(1060n * S);
    expect(clock.take(1060n * S)).toBe(1120n * S);
    clock.setStep(undefined);
    expect(clock.take(1120n * S)).toBe(1121n * S);
  });

  it('shows the time of a snapshot again', () => {
    const { host, clock } = bench();
    clock.increase(50n, 0n);
    clock.fixNext(9000n);
    const snapshot = clock.snapshot();
    clock.take(1000n * S);
    host.at += 30n * S;
    clock.restore(snapshot);
    expect(clock.now).toBe(1050n * S);
    expect(clock.take(1000n * S)).toBe(9000n * S);
  });

  it('knows no header after the block to which it goes back, and none after a reset', () => {
    const { clock } = bench();
    expect([clock.take(990n * S), clock.take(1000n * S), clock.newest(0n)]).toEqual(
      [1000n, 1001n, 1001n].map((s) => s * S),
    );
    clock.goBack(1000n * S);
    expect(clock.newest(7n)).toBe(1000n * S);
    clock.take(1000n * S);
    clock.reset();
    expect(clock.newest(7n)).toBe(7n);
  });

  it.each<[string, (clock: ChainClock) => void]>([
    ['the offset', (clock) => clock.increase(50n, 0n)],
    ['the next time', (clock) => clock.fixNext(9000n)],
    ['the step', (clock) => clock.setStep(2n)],
  ])('is stored after a change of %s alone', async (_, change) => {
    const { store, clock } = bench();
    change(clock);
    await store.batch(clock.writes());
    expect(bench(store).clock.snapshot()).toEqual(clock.snapshot());
  });

  it('is stored after a change', async () => {
    const { store, clock } = bench();
    expect(clock.writes()).toEqual([]);
    clock.increase(50n, 0n);
    clock.fixNext(9000n);
    clock.setStep(2n);
    await store.batch(clock.writes());
    expect(clock.writes()).toEqual([]);
    const again = bench(store).clock;
    expect([again.offset, again.take(0n), again.take(9000n * S)]).toEqual([50n * S, 9000n * S, 9002n * S]);
  });
});
