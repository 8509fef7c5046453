/**
 * Defines the calls that the EVM JSON-RPC makes, and their outcomes. The types have the shapes of
 * `backend/evm/execution.ts`, which this layer may not import. The code that joins the two fails to compile when they
 * differ.
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
  /** Is ignored: a call uses its sender's nonce. */
  readonly nonce?: bigint;
  readonly input?: Bytes;
  readonly accessList?: readonly AccessListEntry[];
  readonly authorizationList?: readonly Authorization[];
  readonly chainId?: bigint;
  /** Raises the sender's balance to the value if it has less, and charges no gas (Hardhat). */
  readonly assumeFunds?: boolean;
  /** Is the client whose time slices the work uses; by default the process itself. */
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

/** Maps `0x`-prefixed lower-case addresses to overrides. */
export type StateOverrides = ReadonlyMap<string, StateOverride>;

export interface BlockOverrides {
  readonly number?: bigint;
  readonly time?: bigint;
  readonly gasLimit?: bigint;
  readonly feeRecipient?: Bytes;
  readonly prevRandao?: Bytes;
  readonly baseFeePerGas?: bigint;
}

/**
 * Describes how a call ended. `halt` is any failure of the machine other than REVERT; `reason` is geth's text for it.
 */
export type EvmCallOutcome = (
  | { readonly type: 'success'; readonly returnData: Bytes; readonly gasUsed: bigint }
  | { readonly type: 'revert'; readonly data: Bytes; readonly gasUsed: bigint }
  | { readonly type: 'halt'; readonly reason: string; readonly gasUsed: bigint }
  /** The call was refused before its execution, or ran too long. */
  | { readonly type: 'refused'; readonly reason: string }
) & {
  /** Holds the calls to the console's address. */
  readonly consoleCalls?: ConsoleCalls | undefined;
};

export type EvmAccessListOutcome =
  /** Holds the list, and the outcome of the run with the list. */
  | {
      readonly type: 'listed';
      readonly accessList: readonly AccessListEntry[];
      readonly outcome: Exclude<EvmCallOutcome, { readonly type: 'refused' }>;
    }
  | { readonly type: 'refused'; readonly reason: string };

export interface EvmEstimate {
  /** Is the outcome of the run with the most gas that was allowed. */
  readonly outcome: EvmCallOutcome;
  /** Is the least gas limit with which the call succeeds. Is undefined when the call never succeeds. */
  readonly gas: bigint | undefined;
}
