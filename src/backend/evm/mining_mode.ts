/** Controls when blocks are made, and runs single steps of the network in the mode `step`. */

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
