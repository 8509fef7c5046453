/** Defines how methods make blocks, and set when and with which time they are made. */

/** Request for blocks; all times are whole seconds. */
export interface EvmMiningRequest {
  readonly blocks: number;
  /** Time of the first block in Unix seconds. Default: the clock's. */
  readonly timestamp?: bigint | undefined;
  /** Time between blocks. Default: the clock's. */
  readonly interval?: bigint | undefined;
  /** Delay of the first block's time. */
  readonly delay?: bigint | undefined;
}

export interface EvmMining {
  /**
   * Mines the blocks now, in every mining mode; the first includes the pending transactions. Resolves to the height of
   * the last one, or of the newest one when `blocks` is 0. Throws HalleyError for an invalid request, which changes
   * nothing.
   */
  mineBlocks(request: EvmMiningRequest): Promise<bigint>;
}

/** Position of the observed node after steps. */
export interface EvmSteps {
  readonly height: bigint;
  readonly round: number;
  /** Name in consensus: `Propose`, `Prevote`, `Precommit`, … */
  readonly step: string;
  /** Number of requested steps that have happened. */
  readonly count: number;
}

/** Milliseconds between blocks. With `maxMs` each one is drawn at random between both. */
export interface EvmInterval {
  readonly ms: number;
  readonly maxMs?: number;
}

/** Behavior of a node when automine is switched. */
export interface EvmAutomineSwitch {
  /** Whether automine and interval mining replace each other, as in Anvil. */
  readonly exclusiveModes: boolean;
  /** Whether turning automine on mines the pending transactions, as in Anvil. */
  readonly automineMinesPending: boolean;
}

export interface EvmMiningMode {
  /** Returns whether a block follows at once when a transaction can be executed. */
  isAutomine(): boolean;
  /** Returns the interval, or undefined when no blocks are made by the clock. */
  interval(): EvmInterval | undefined;
  /**
   * Switches automine. Both switches are independent, as in Hardhat, unless `exclusiveModes`: then each replaces the
   * other, and without an interval blocks are mined manually, as in Anvil. When automine is turned on and mines pending
   * transactions, it resolves after they are in blocks.
   */
  setAutomine(on: boolean, by: EvmAutomineSwitch): Promise<void>;
  /** Sets the interval; undefined turns it off. Throws HalleyError for an invalid one. */
  setInterval(interval: EvmInterval | undefined, exclusive: boolean): Promise<void>;
  /** Throws HalleyError for an unknown mining mode. */
  setMiningMode(name: string, parameters: Readonly<Record<string, unknown>>): Promise<void>;
  /** Runs steps. Throws HalleyError for an unknown unit or too many steps, and in a mode other than `step`. */
  step(unit: string, count: number): Promise<EvmSteps>;
}

/** Time of future blocks, in whole seconds. Changes apply when the next height starts. */
export interface EvmTime {
  /** Resolves to the chain's offset from its host's clock. Throws HalleyError for a time that no block can have. */
  increaseTime(seconds: bigint): Promise<bigint>;
  /**
   * Sets the clock, which continues from there. Resolves to the seconds by which it moved forward. Throws HalleyError
   * for a time before the newest block's.
   */
  setTime(timestamp: bigint): Promise<bigint>;
  /** Sets only the next block's time. Throws HalleyError when it is not after the newest block's. */
  setNextTime(timestamp: bigint): Promise<void>;
  /** Sets the time between blocks; undefined means the clock decides. Resolves to whether there was an interval. */
  setTimeInterval(seconds: bigint | undefined): Promise<boolean>;
}
