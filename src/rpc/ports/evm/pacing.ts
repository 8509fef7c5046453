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

export interface EvmPacing {
  /** Throws HalleyError for what is no pace. */
  setPace(name: string, parameters: Readonly<Record<string, unknown>>): Promise<void>;
  /** Throws HalleyError for what is no unit or too much, and in a pace that nobody steps. */
  step(unit: string, count: number): Promise<EvmSteps>;
}
