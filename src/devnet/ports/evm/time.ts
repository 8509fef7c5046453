/** The time of the blocks to come, by the chain's clock. On disk before the answer. */
import type { BlockStore } from '../../../chain/block_store/block_store.js';
import { HalleyError } from '../../../kernel/errors.js';
import { NANOS_PER_SECOND, type UnixNanos, unixSeconds } from '../../../kernel/time.js';
import type { EvmTime } from '../../../rpc/ports/evm/time.js';
import type { Store } from '../../../storage/port.js';
import { type ChainClock, LATEST } from '../../run/chain_clock.js';
import type { Loop } from '../../run/loop.js';

export interface TimeParts {
  readonly clock: ChainClock;
  readonly loop: Loop;
  readonly blockStore: BlockStore;
  readonly store: Store;
}

export function evmTime({ clock, loop, blockStore, store }: TimeParts): EvmTime {
  const change = <T>(set: (last: UnixNanos) => T): Promise<T> =>
    loop.between(async () => {
      // Of a height under way the time is given already.
      const result = set(clock.newest(blockStore.state.lastBlockTime));
      await store.batch(clock.writes());
      return result;
    });
  return {
    increaseTime: (seconds) =>
      change((last) => {
        mustBeInReach(unixSeconds(clock.now > last ? clock.now : last) + seconds);
        clock.increase(seconds, last);
        return clock.offset / NANOS_PER_SECOND;
      }),
    setNextTime: (timestamp) =>
      change((last) => {
        mustBeInReach(timestamp);
        mustBeLater(timestamp, unixSeconds(last));
        clock.fixNext(timestamp);
      }),
    setTimeInterval: (seconds) =>
      change((last) => {
        if (seconds !== undefined) mustBeInReach(unixSeconds(last) + seconds);
        const had = clock.hasStep;
        clock.setStep(seconds);
        return had;
      }),
  };
}

function mustBeInReach(timestamp: bigint): void {
  if (timestamp > LATEST)
    throw new HalleyError('invalid-argument', `Timestamp ${timestamp} is after the year 2260: no block could follow`, {
      timestamp,
    });
}

/** Hardhat's words. */
function mustBeLater(timestamp: bigint, last: bigint): void {
  if (timestamp > last) return;
  const relation = timestamp < last ? 'lower than' : 'equal to';
  throw new HalleyError('unavailable', `Timestamp ${timestamp} is ${relation} the previous block's timestamp ${last}`, {
    timestamp,
    last,
  });
}
