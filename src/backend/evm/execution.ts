/** Runs on top of a state, which they do not change. */
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
  readonly nonce?: bigint;
  readonly input?: Bytes;
  readonly accessList?: readonly AccessListEntry[];
  readonly authorizationList?: readonly Authorization[];
  readonly chainId?: bigint;
  /** Gives the sender the value where it has less, and does not charge it for gas (Hardhat). */
  readonly assumeFunds?: boolean;
  /** Whose turns the work takes; this process's own without. */
  readonly client?: Client;
}

export interface StateOverride {
  readonly nonce?: bigint;
  readonly code?: Bytes;
  readonly balance?: bigint;
  /** Replaces the whole storage. */
  readonly state?: ReadonlyMap<string, Bytes>;
  /** Patches slots. Keys of both are `0x`-prefixed 32-byte hex. */
  readonly stateDiff?: ReadonlyMap<string, Bytes>;
}

/** Keys are `0x`-prefixed lower-case addresses. */
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
  /** How many more there were than are kept. */
  readonly dropped: number;
}

/** `halt` is any failure of the machine other than REVERT; `reason` is geth's text for it, e.g. `out of gas`. */
export type EvmCallOutcome = (
  | { readonly type: 'success'; readonly returnData: Bytes; readonly gasUsed: bigint }
  | { readonly type: 'revert'; readonly data: Bytes; readonly gasUsed: bigint }
  | { readonly type: 'halt'; readonly reason: string; readonly gasUsed: bigint }
  /** Refused before execution, e.g. `insufficient funds for gas * price + value: …`. */
  | { readonly type: 'refused'; readonly reason: string }
) & {
  /** Undefined when nothing was said. */
  readonly consoleCalls?: EvmConsoleCalls | undefined;
};

export type EvmAccessListOutcome =
  /** `outcome` is that of the run with the list, which a failure does not make wrong. */
  | {
      readonly type: 'listed';
      readonly accessList: readonly AccessListEntry[];
      readonly outcome: Exclude<EvmCallOutcome, { readonly type: 'refused' }>;
    }
  | { readonly type: 'refused'; readonly reason: string };

export interface EvmEstimate {
  readonly outcome: EvmCallOutcome;
  /** The least gas limit with which the call succeeds; undefined when it never does. */
  readonly gas: bigint | undefined;
}

export interface EvmExecution {
  call(request: EvmCallRequest, at: StateAt, state?: StateOverrides, block?: BlockOverrides): Promise<EvmCallOutcome>;
  estimateGas(
    request: EvmCallRequest,
    at: StateAt,
    state?: StateOverrides,
    block?: BlockOverrides,
  ): Promise<EvmEstimate>;
  /** What a call touches beyond what is warm from its start. */
  createAccessList(request: EvmCallRequest, at: StateAt, state?: StateOverrides): Promise<EvmAccessListOutcome>;
}
