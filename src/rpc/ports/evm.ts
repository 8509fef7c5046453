/**
 * What the EVM surface may ask of a chain. Reads are synchronous and come from a published, immutable version; only what
 * has to execute or wait is a promise. A recorded folder or a remote node could stand behind these ports.
 */
import type { AccessListEntry, Authorization } from '../../codec/ethereum_access.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Client } from '../../kernel/turns.js';

export type { AccessListEntry, Authorization };

/** Where a transaction stands in the chain; absent while it waits in the mempool. */
export interface EvmInclusion {
  readonly blockHash: Bytes;
  readonly blockNumber: bigint;
  /** Among the Ethereum transactions of the block. */
  readonly transactionIndex: number;
  readonly baseFeePerGas: bigint;
  readonly timestamp: bigint;
}

/** A signed Ethereum transaction with its recovered sender. */
export interface EvmTransaction {
  readonly hash: Bytes;
  readonly type: 0 | 1 | 2 | 4;
  readonly from: Bytes;
  /** Undefined for contract creation. */
  readonly to: Bytes | undefined;
  readonly nonce: bigint;
  readonly gas: bigint;
  readonly value: bigint;
  readonly input: Bytes;
  /** Types 0 and 1. */
  readonly gasPrice: bigint | undefined;
  /** Types 2 and 4. */
  readonly maxFeePerGas: bigint | undefined;
  readonly maxPriorityFeePerGas: bigint | undefined;
  readonly accessList: readonly AccessListEntry[] | undefined;
  readonly authorizationList: readonly Authorization[] | undefined;
  /** Undefined for a legacy transaction without replay protection. */
  readonly chainId: bigint | undefined;
  readonly v: bigint;
  readonly r: bigint;
  readonly s: bigint;
  /** The canonical encoding (EIP-2718 envelope). */
  readonly raw: Bytes;
  readonly inclusion: EvmInclusion | undefined;
}

export interface EvmLog {
  readonly address: Bytes;
  readonly topics: readonly Bytes[];
  readonly data: Bytes;
  readonly blockNumber: bigint;
  readonly blockHash: Bytes;
  readonly blockTimestamp: bigint;
  readonly transactionHash: Bytes;
  readonly transactionIndex: number;
  /** Within the block. */
  readonly logIndex: number;
}

export interface EvmReceipt {
  readonly transaction: EvmTransaction;
  readonly inclusion: EvmInclusion;
  readonly success: boolean;
  readonly gasUsed: bigint;
  readonly cumulativeGasUsed: bigint;
  readonly effectiveGasPrice: bigint;
  readonly contractAddress: Bytes | undefined;
  readonly logs: readonly EvmLog[];
  readonly logsBloom: Bytes;
}

/** A consensus block as EVM clients see it. `hash` is the consensus header hash. */
export interface EvmBlock {
  readonly number: bigint;
  readonly hash: Bytes;
  readonly parentHash: Bytes;
  /** Unix seconds. */
  readonly timestamp: bigint;
  /** The proposer's operator account. */
  readonly miner: Bytes;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  readonly baseFeePerGas: bigint;
  /** After this block. */
  readonly stateRoot: Bytes;
  readonly transactionsRoot: Bytes;
  readonly receiptsRoot: Bytes;
  readonly logsBloom: Bytes;
  readonly mixHash: Bytes;
  /** Bytes of the RLP-encoded Ethereum block. */
  readonly size: number;
  readonly transactions: readonly EvmTransaction[];
  readonly receipts: readonly EvmReceipt[];
}

/** A height in [0, head], or what waits on top of it. */
export type StateAt = bigint | 'pending';

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

/** `halt` is any failure of the machine other than REVERT; `reason` is geth's text for it, e.g. `out of gas`. */
export type EvmCallOutcome =
  | { readonly type: 'success'; readonly returnData: Bytes; readonly gasUsed: bigint }
  | { readonly type: 'revert'; readonly data: Bytes; readonly gasUsed: bigint }
  | { readonly type: 'halt'; readonly reason: string; readonly gasUsed: bigint }
  /** Refused before execution, e.g. `insufficient funds for gas * price + value: …`. */
  | { readonly type: 'refused'; readonly reason: string };

export interface EvmEstimate {
  readonly outcome: EvmCallOutcome;
  /** The least gas limit with which the call succeeds; undefined when it never does. */
  readonly gas: bigint | undefined;
}

/** `log` is the application's text, headed by geth's words for the condition. */
export type SubmitOutcome =
  | { readonly type: 'accepted'; readonly hash: Bytes }
  /** Never sent: filling in the gas limit found that it would revert. */
  | { readonly type: 'reverted'; readonly data: Bytes }
  | { readonly type: 'refused'; readonly code: number; readonly codespace: string; readonly log: string };

/** Of an account that does not exist: zeros, the hash of no code, the root of the empty trie, a proof of its absence. */
export interface EvmAccountProof {
  readonly balance: bigint;
  readonly nonce: bigint;
  readonly codeHash: Bytes;
  readonly storageHash: Bytes;
  readonly accountProof: readonly Bytes[];
  /** In the order asked for; `value` is without leading zeros, empty when the slot is. */
  readonly storageProof: readonly { readonly slot: Bytes; readonly value: Bytes; readonly proof: readonly Bytes[] }[];
}

/** Pushed after every query for the block answers; `block` may be made when it is first read. */
export type EvmNotice =
  | { readonly type: 'block'; readonly block: EvmBlock }
  | { readonly type: 'pendingTransaction'; readonly hash: Bytes };

export interface EvmPort {
  readonly chainId: bigint;
  readonly clientVersion: string;
  /** The newest published height; 0 is the genesis. */
  head(): bigint;
  block(height: bigint): EvmBlock | undefined;
  heightOfHash(blockHash: Bytes): bigint | undefined;
  /** Mined, or waiting in the mempool. */
  transaction(hash: Bytes): EvmTransaction | undefined;
  receipt(hash: Bytes): EvmReceipt | undefined;
  /** 256-byte bloom of the block's logs, without building the block. */
  bloom(height: bigint): Bytes;
  /** The block's logs in order, without building the block; none above the head. */
  logs(height: bigint): readonly EvmLog[];
  balance(address: Bytes, at: StateAt): bigint;
  /** `pending` counts the sender's executable transactions in the mempool. */
  nonce(address: Bytes, at: StateAt): bigint;
  /** Empty for an account without code. */
  code(address: Bytes, at: StateAt): Bytes;
  /** 32 bytes, also of an empty slot and of an account that does not exist. */
  storage(address: Bytes, slot: Bytes, at: StateAt): Bytes;
  proof(address: Bytes, slots: readonly Bytes[], at: StateAt): EvmAccountProof;
  /** The base fee of the block after `height`. */
  nextBaseFee(height: bigint): bigint;
  minGasPrice(): bigint;
  suggestedTip(): bigint;
  call(request: EvmCallRequest, at: StateAt, state?: StateOverrides, block?: BlockOverrides): Promise<EvmCallOutcome>;
  estimateGas(request: EvmCallRequest, at: StateAt, state?: StateOverrides): Promise<EvmEstimate>;
  /** In automine resolves when the block that holds the transaction is published. */
  sendRaw(raw: Bytes): Promise<SubmitOutcome>;
  /** Unlocked accounts. */
  accounts(): readonly Bytes[];
  /** Signs with an unlocked account and sends; `refused` with `unknown account` otherwise. Absent fields are filled. */
  send(request: EvmCallRequest): Promise<SubmitOutcome>;
  /**
   * Another voting power for a validator, by its index among the network's or by its consensus address; resolves when a
   * block holds the change, which counts two heights later. Throws HalleyError when it cannot be.
   */
  setValidatorPower(validator: number | Bytes, power: bigint): Promise<void>;
  peerCount(): number;
  /** Returns the function that stops it. */
  listen(listener: (notice: EvmNotice) => void): () => void;
}
