/**
 * What the node's log tells: plain data that `JSON.stringify` takes. Hashes, addresses and bytes are 0x hex, amounts are
 * decimal text in wei.
 */

export type LogEntry = CallEntry | FailureEntry | ConsoleEntry | BlockEntry | MiningEntry;

/** A call over EVM JSON-RPC has come. */
export interface CallEntry {
  readonly type: 'call';
  readonly method: string;
}

/** It was answered with an error. */
export interface FailureEntry {
  readonly type: 'failure';
  readonly method: string;
  /** JSON-RPC's. */
  readonly code: number;
  readonly message: string;
  /** Of a call that reverted: what it reverted with. */
  readonly data?: string;
}

/** What contracts said through console.log in a run that left no trace. */
export interface ConsoleEntry {
  readonly type: 'console';
  readonly method: 'eth_call' | 'eth_estimateGas';
  readonly lines: readonly string[];
}

export interface BlockEntry {
  readonly type: 'block';
  readonly number: number;
  readonly hash: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly baseFeePerGas: string;
  readonly gasUsed: string;
  readonly gasLimit: string;
  readonly transactions: readonly TransactionEntry[];
  /** How many Cosmos transactions it holds besides, steering among them. */
  readonly others: number;
}

/** How far a call has come that makes many blocks. */
export interface MiningEntry {
  readonly type: 'mining';
  readonly mined: number;
  readonly of: number;
}

/** An Ethereum transaction of a block. */
export interface TransactionEntry {
  readonly hash: string;
  readonly from: string;
  /** Undefined for a creation. */
  readonly to?: string;
  /** The contract that it created. */
  readonly created?: string;
  readonly call?: FunctionCall;
  readonly value: string;
  readonly gasUsed: string;
  readonly gasLimit: string;
  /** Why it failed. */
  readonly error?: string;
  readonly console: readonly string[];
}

export interface FunctionCall {
  /** 4 bytes. */
  readonly selector: string;
  /** `transfer(address,uint256)`, where the selector is well known. */
  readonly signature?: string;
}
