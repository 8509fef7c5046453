/** Implements the roles of mining and of the clock. */
import type { EvmMiningMode, EvmTime } from '../../../backend/evm/mining.js';
import { evmNanos, evmTimestamp, NANOS_PER_SECOND, type UnixNanos, unixSeconds } from '../../../kernel/time.js';
import type { CoreChain } from '../../chain/chain.js';
import { mustBeInReach, mustBeLater, mustNotBeEarlier } from '../../clock/block_times.js';
import type { ChainClock } from '../../clock/chain_clock.js';
import type { Host } from '../../host.js';
import { readMiningMode } from '../../mining/mining_mode.js';
import { blockIntervalOf, isAutomine, switchAutomine, switchInterval } from '../../mining/mining_switches.js';
import type { CommandRunner, Loop } from '../../runtime/loop.js';

/** Reads and sets the mining mode of the loop. */
export const evmMiningMode = (loop: Loop): EvmMiningMode => ({
  isAutomine: () => isAutomine(loop.miningMode),
  interval: () => blockIntervalOf(loop.miningMode),
  setAutomine: (on, { exclusiveModes, automineMinesPending }) =>
    loop.setMiningMode((miningMode) => switchAutomine(miningMode, on, exclusiveModes), automineMinesPending),
  setInterval: (ticks, exclusive) => loop.setMiningMode((miningMode) => switchInterval(miningMode, ticks, exclusive)),
  setMiningMode: async (type, parameters) => loop.setMiningMode(readMiningMode(type, parameters)),
  step: (unit, count) => loop.step(unit, count),
});

/** Controls the time of the next blocks with the chain's clock. Changes are on disk before the response. */
export function evmTime({
  clock,
  loop,
  chain: { blockStore, store },
  host,
}: {
  readonly clock: ChainClock;
  readonly loop: CommandRunner;
  readonly chain: Pick<CoreChain, 'blockStore' | 'store'>;
  readonly host?: Pick<Host, 'keepClientsUntil'>;
}): EvmTime {
  const change = <T>(set: (last: UnixNanos) => T | Promise<T>): Promise<T> =>
    loop.run(async () => {
      // A height that has started has its time already.
      const result = await set(clock.newest(blockStore.state.lastBlockTime));
      await store.batch(clock.writes());
      return result;
    });
  return {
    increaseTime: (seconds) =>
      change(async (last) => {
        const newest = evmNanos(last);
        mustBeInReach(unixSeconds(clock.now > newest ? clock.now : newest) + seconds);
        clock.increase(seconds, last);
        await host?.keepClientsUntil?.(clock.now);
        return clock.offset / NANOS_PER_SECOND;
      }),
    setTime: (timestamp) =>
      change(async (last) => {
        mustBeInReach(timestamp);
        mustNotBeEarlier(timestamp, evmTimestamp(last));
        const before = unixSeconds(clock.now);
        clock.set(timestamp);
        await host?.keepClientsUntil?.(clock.now);
        return timestamp > before ? timestamp - before : 0n;
      }),
    setNextTime: (timestamp) =>
      change(async (last) => {
        mustBeInReach(timestamp);
        mustBeLater(timestamp, evmTimestamp(last));
        // A time that was fixed before no longer counts.
        clock.fixNext(undefined);
        await host?.keepClientsUntil?.(timestamp * NANOS_PER_SECOND);
        clock.fixNext(timestamp);
      }),
    setTimeInterval: (seconds) =>
      change((last) => {
        if (seconds !== undefined) mustBeInReach(evmTimestamp(last) + seconds);
        const had = clock.hasStep;
        clock.setStep(seconds);
        return had;
      }),
  };
}
