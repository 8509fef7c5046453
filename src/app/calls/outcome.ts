/**
 * What interface A asks of the machine and gets back. The same shapes as those of `backend/evm/execution.ts`, which this room
 * may not import; whoever joins the two finds out at compile time when they part.
 */
import type { AccessListEntry, Authorization } from '../../codec/ethereum/tx.js';
import type { ConsoleCalls } from '../../evm/console.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Client } from '../../kernel/fair_scheduler.js';

export interface EvmCallRequest {
  readonly from?: Bytes;
  readonly to?: Bytes;
  readonly gas?: bigint;
  readonly gasPrice?: bigint;
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
  readonly value?: bigint;
  /** Ignored: a call has its sender's nonce. */
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

/** `halt` is any failure of the machine other than REVERT; `reason` is geth's text for it. */
export type EvmCallOutcome = (
  | { readonly type: 'success'; readonly returnData: Bytes; readonly gasUsed: bigint }
  | { readonly type: 'revert'; readonly data: Bytes; readonly gasUsed: bigint }
  | { readonly type: 'halt'; readonly reason: string; readonly gasUsed: bigint }
  /** Refused before execution, or given up on. */
  | { readonly type: 'refused'; readonly reason: string }
) & {
  /** To the console. */
  readonly consoleCalls?: ConsoleCalls | undefined;
};

export type EvmAccessListOutcome =
  /** `outcome` is that of the run with the list. */
  | {
      readonly type: 'listed';
      readonly accessList: readonly AccessListEntry[];
      readonly outcome: Exclude<EvmCallOutcome, { readonly type: 'refused' }>;
    }
  | { readonly type: 'refused'; readonly reason: string };

export interface EvmEstimate {
  /** Of the run with the most gas that was allowed. */
  readonly outcome: EvmCallOutcome;
  /** The least gas limit with which the call succeeds; undefined when it never does. */
  readonly gas: bigint | undefined;
}
