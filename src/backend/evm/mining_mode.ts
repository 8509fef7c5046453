/** When blocks are made, and steps of the network where they are made step by step. */

/** Where the observed node stands after steps. */
export interface EvmSteps {
  readonly height: bigint;
  readonly round: number;
  /** As consensus names it: `Propose`, `Prevote`, `Precommit`, … */
  readonly step: string;
  /** How many of those asked for have happened. */
  readonly count: number;
}

/** Milliseconds from block to block; with `maxMs` drawn anew each time. */
export interface EvmInterval {
  readonly ms: number;
  readonly maxMs?: number;
}

export interface EvmMiningMode {
  /** Whether a block follows at once when a transaction can be executed. */
  isAutomine(): boolean;
  /** Undefined when no block comes by the clock. */
  interval(): EvmInterval | undefined;
  /**
   * Two switches, as in Hardhat, unless they are `exclusive`: then each replaces the other, and an interval of none leaves
   * blocks to be mined by hand, as in Anvil. What waits when automine is switched on is in blocks when it resolves.
   */
  setAutomine(on: boolean, exclusive: boolean): Promise<void>;
  /** Undefined: none. Throws HalleyError for one that cannot be. */
  setInterval(interval: EvmInterval | undefined, exclusive: boolean): Promise<void>;
  /** Throws HalleyError for what is no pace. */
  setMiningMode(name: string, parameters: Readonly<Record<string, unknown>>): Promise<void>;
  /** Throws HalleyError for what is no unit or too much, and in a pace that nobody steps. */
  step(unit: string, count: number): Promise<EvmSteps>;
}
