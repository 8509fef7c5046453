/** Controls the chain's clock, in whole seconds as contracts see them. */
import type { ChainSlot } from '../../backend/chain_slot.js';
import type { EvmTime } from '../../backend/evm/mining.js';
import { evmTimestamp } from '../../kernel/time.js';
import type { CoreChain } from '../chain/chain.js';
import type { ClockView } from '../clock/chain_clock.js';
import { countingNumber } from './whole_number.js';

/**
 * Controls the time of the next blocks. A change takes effect when the next height starts. An invalid time, or one that
 * no block can have, rejects with HalleyError `invalid-argument`.
 */
export interface DevnetTime {
  /** Unix time in seconds of a block that would start now; it is later than the newest block's. */
  readonly now: bigint;
  /**
   * Moves the clock forward by `seconds`. Several chains make blocks on a way past the trusting periods of light
   * clients, while the relayer runs.
   */
  increase(seconds: bigint | number): Promise<void>;
  /**
   * Sets the time of the next block, in Unix seconds; later blocks continue from there. Rejects with `unavailable` when
   * it is not after the newest block's.
   */
  setNext(timestamp: bigint | number): Promise<void>;
  /** Sets the seconds from each block to the next. With undefined, times follow the clock. */
  setInterval(seconds: bigint | number | undefined): Promise<void>;
}

/** Chain whose clock programs control. */
interface TimedNode {
  readonly chain: Pick<CoreChain, 'blockStore'>;
  readonly clock: ClockView;
}

/** `control` returns the control of the chain's clock. */
export function timeOf(slot: ChainSlot<TimedNode>, control: () => EvmTime): DevnetTime {
  return {
    get now() {
      const { clock, chain } = slot.now;
      return evmTimestamp(clock.peek(chain.blockStore.state.lastBlockTime));
    },
    increase: async (seconds) => void (await control().increaseTime(countingNumber('seconds', seconds))),
    setNext: async (timestamp) => control().setNextTime(countingNumber('timestamp', timestamp)),
    setInterval: async (seconds) => {
      await control().setTimeInterval(seconds === undefined ? undefined : countingNumber('seconds', seconds));
    },
  };
}
