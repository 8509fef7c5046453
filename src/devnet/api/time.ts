/** Controls the chain's clock, in whole seconds as contracts see them. */
import { evmTimestamp } from '../../kernel/time.js';
import type { ChainRuntime } from '../chain_runtime.js';
import { countingNumber } from './whole_number.js';

/**
 * Controls the time of the next blocks. A change takes effect when the next height starts. An invalid time, or one that
 * no block can have, rejects with HalleyError `invalid-argument`.
 */
export interface DevnetTime {
  /** Unix time in seconds of a block that would start now; it is later than the newest block's. */
  readonly now: bigint;
  /** Moves the clock forward by `seconds`. */
  increase(seconds: bigint | number): Promise<void>;
  /**
   * Sets the time of the next block, in Unix seconds; later blocks continue from there. Rejects with `unavailable` when
   * it is not after the newest block's.
   */
  setNext(timestamp: bigint | number): Promise<void>;
  /** Sets the seconds from each block to the next. With undefined, times follow the clock. */
  setInterval(seconds: bigint | number | undefined): Promise<void>;
}

export function timeOf(node: Pick<ChainRuntime, 'chain' | 'clock' | 'evmBackend'>): DevnetTime {
  return {
    get now() {
      return evmTimestamp(node.clock.peek(node.chain.blockStore.state.lastBlockTime));
    },
    increase: async (seconds) => void (await node.evmBackend.increaseTime(countingNumber('seconds', seconds))),
    setNext: async (timestamp) => node.evmBackend.setNextTime(countingNumber('timestamp', timestamp)),
    setInterval: async (seconds) => {
      await node.evmBackend.setTimeInterval(seconds === undefined ? undefined : countingNumber('seconds', seconds));
    },
  };
}
