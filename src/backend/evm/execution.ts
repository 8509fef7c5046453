/** Runs calls on top of a state without changing it. */
import type { Bytes } from '../../kernel/bytes.js';
import type { Client } from '../../kernel/fair_scheduler.js';
import type { StateAt } from './accounts.js';
import type { AccessListEntry, Authorization } from './block.js';

export interface EvmCallRequest {
  readonly from?: Bytes;
  readonly to?: Bytes;
  readonly gas?: bigint;
  readonly gasPrice?: bigint;
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
  readonly value?: bigint;
  /** Ignored by calls, which have their sender's nonce. */
  readonly nonce?: bigint;
  readonly input?: Bytes;
  readonly accessList?: readonly AccessListEntry[];
  readonly authorizationList?: readonly Authorization[];
  readonly chainId?: bigint;
  /** Whether the sender gets the value where it has less, and pays nothing for gas (Hardhat). */
  readonly assumeFunds?: boolean;
  /** Client whose time slices the work uses. Default: this process. */
  readonly client?: Client;
}

export interface StateOverride {
  readonly nonce?: bigint;
  readonly code?: Bytes;
  readonly balance?: bigint;
  /** Replaces the whole storage. */
  readonly state?: ReadonlyMap<string, Bytes>;
  /** Replaces single slots. Keys of both maps are `0x`-prefixed 32-byte hex. */
  readonly stateDiff?: ReadonlyMap<string, Bytes>;
}

/** Overrides by `0x`-prefixed lower-case address. */
export type StateOverrides = ReadonlyMap<string, StateOverride>;

export interface BlockOverrides {
  readonly number?: bigint;
  readonly time?: bigint;
  readonly gasLimit?: bigint;
  readonly feeRecipient?: Bytes;
  readonly prevRandao?: Bytes;
  readonly baseFeePerGas?: bigint;
}

/** Inputs of calls to the console's address (console.log), in order. */
export interface EvmConsoleCalls {
  readonly inputs: readonly Bytes[];
  /** Inputs beyond the limit, which were dropped. */
  readonly dropped: number;
}

/**
 * Outcome of a call. `halt` is any failure of the EVM except REVERT; `reason` is geth's text for it, such as
 * `out of gas`.
 */
export type EvmCallOutcome = (
  | { readonly type: 'success'; readonly returnData: Bytes; readonly gasUsed: bigint }
  | { readonly type: 'revert'; readonly data: Bytes; readonly gasUsed: bigint }
  | { readonly type: 'halt'; readonly reason: string; readonly gasUsed: bigint }
  /** The call was refused before execution, for example with `insufficient funds for gas * price + value: …`. */
  | { readonly type: 'refused'; readonly reason: string }
) & {
  /** `undefined` when there were no console.log calls. */
  readonly consoleCalls?: EvmConsoleCalls | undefined;
};

export type EvmAccessListOutcome =
  /** `outcome` is that of the run with the list. A failed run does not make the list invalid. */
  | {
      readonly type: 'listed';
      readonly accessList: readonly AccessListEntry[];
      readonly outcome: Exclude<EvmCallOutcome, { readonly type: 'refused' }>;
    }
  | { readonly type: 'refused'; readonly reason: string };

export interface EvmEstimate {
  readonly outcome: EvmCallOutcome;
  /**
   * Least gas limit with which the call succeeds and every frame ends as it does with all gas, or undefined when the
   * call never succeeds.
   */
  readonly gas: bigint | undefined;
  /** Gas with which a call that never succeeds was run. */
  readonly mostGas?: bigint;
}

export interface EvmExecution {
  call(request: EvmCallRequest, at: StateAt, state?: StateOverrides, block?: BlockOverrides): Promise<EvmCallOutcome>;
  estimateGas(
    request: EvmCallRequest,
    at: StateAt,
    state?: StateOverrides,
    block?: BlockOverrides,
  ): Promise<EvmEstimate>;
  /** Lists what a call accesses beyond what is warm at its start. */
  createAccessList(request: EvmCallRequest, at: StateAt, state?: StateOverrides): Promise<EvmAccessListOutcome>;
}
