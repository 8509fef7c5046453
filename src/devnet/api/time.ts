/** The chain's clock, in whole seconds as contracts see them. */
import { unixSeconds } from '../../kernel/time.js';
import type { ChainRuntime } from '../chain_runtime.js';
import { countingNumber } from './whole_number.js';

/**
 * The time of the blocks to come. What is set acts when the next height starts, and rejects with HalleyError
 * `invalid-argument` for what is no time, or none that a block could have.
 */
export interface DevnetTime {
  /** Unix seconds that a block would carry which began now; later than the newest block's. */
  readonly now: bigint;
  /** Sets the clock forward by so many seconds. */
  increase(seconds: bigint | number): Promise<void>;
  /**
   * Gives the next block this time, in Unix seconds; later ones go on from there. Rejects with `unavailable` when it is
   * not after the newest block's.
   */
  setNext(timestamp: bigint | number): Promise<void>;
  /** So many seconds from each block to the next; undefined: as the clock says. */
  setInterval(seconds: bigint | number | undefined): Promise<void>;
}

export function timeOf({ chain, clock, evmBackend }: Pick<ChainRuntime, 'chain' | 'clock' | 'evmBackend'>): DevnetTime {
  return {
    get now() {
      return unixSeconds(clock.peek(chain.blockStore.state.lastBlockTime));
    },
    increase: async (seconds) => void (await evmBackend.increaseTime(countingNumber('seconds', seconds))),
    setNext: async (timestamp) => evmBackend.setNextTime(countingNumber('timestamp', timestamp)),
    setInterval: async (seconds) => {
      await evmBackend.setTimeInterval(seconds === undefined ? undefined : countingNumber('seconds', seconds));
    },
  };
}
