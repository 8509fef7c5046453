/** Mining and faults of a chain, for the dashboard. */

export interface ChainControls {
  /**
   * Mining mode as the command takes it, such as `automine`, `realtime:20`, `interval:500ms`, `step`; `engine` where an
   * engine in another process decides.
   */
  readonly miningMode: string;
  /** Active faults, oldest first. */
  readonly faults: readonly { readonly id: number; readonly type: string; readonly text: string }[];
  /** Validators that are down, by index. */
  readonly down: readonly number[];
  /** Cut links. */
  readonly cuts: readonly (readonly [number, number])[];
  /** Whether the chain has forked, and cannot go on without a revert. */
  readonly forked: boolean;
  /** Engine in another process that decides the blocks; absent where the network is simulated. */
  readonly engine?: EngineState;
}

/** Engine in another process. */
export interface EngineState {
  /** URL of its RPC without secrets. */
  readonly url: string;
  /** Moniker of its node; absent until it has answered. */
  readonly moniker?: string;
  /** Reason why nothing arrives from it at the moment; absent while it answers. */
  readonly problem?: string;
}
