/** Describes how the blocks of a chain are made, and what is wrong with its network on purpose, for the dashboard. */

export interface ChainControls {
  /** Is the mining mode as the command takes it, such as `automine`, `realtime:20`, `interval:500ms`, `step`. */
  readonly miningMode: string;
  /** Lists the active faults, oldest first. */
  readonly faults: readonly { readonly id: number; readonly type: string; readonly text: string }[];
  /** Lists the validators that are down, by index. */
  readonly down: readonly number[];
  /** Lists the cut links. */
  readonly cuts: readonly (readonly [number, number])[];
  /** Says that the chain has forked, and cannot go on without a revert. */
  readonly forked: boolean;
}
