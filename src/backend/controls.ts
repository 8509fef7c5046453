/** Describes how the blocks of a chain are made, and what is wrong with its network on purpose, for the dashboard. */

export interface ChainControls {
  /**
   * Is the mining mode as the command takes it, such as `automine`, `realtime:20`, `interval:500ms`, `step`; `engine` where
   * an engine in another process decides.
   */
  readonly miningMode: string;
  /** Lists the active faults, oldest first. */
  readonly faults: readonly { readonly id: number; readonly type: string; readonly text: string }[];
  /** Lists the validators that are down, by index. */
  readonly down: readonly number[];
  /** Lists the cut links. */
  readonly cuts: readonly (readonly [number, number])[];
  /** Says that the chain has forked, and cannot go on without a revert. */
  readonly forked: boolean;
  /** Is the engine in another process that decides the blocks; absent where the network is simulated. */
  readonly engine?: EngineState;
}

/** Describes an engine in another process. */
export interface EngineState {
  /** Is the URL of its RPC without secrets. */
  readonly url: string;
  /** Is the moniker of its node; absent until it has answered. */
  readonly moniker?: string;
  /** Says why nothing arrives from it at the moment; absent while it answers. */
  readonly problem?: string;
}
