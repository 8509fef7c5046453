/**
 * What the node's log tells: plain data that `JSON.stringify` takes. Hashes, addresses and bytes are 0x hex, amounts are
 * decimal text in wei.
 */

export type LogEntry = (
  | CallEntry
  | FailureEntry
  | ConsoleEntry
  | BlockEntry
  | MiningEntry
  | RoundEntry
  | VoteEntry
  | RelayEntry
) & {
  /** The id of the chain that the entry is about; absent in a devnet of one chain. */
  readonly chain?: string;
};

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
  /** How many Cosmos transactions it holds besides, dev transactions among them. */
  readonly others: number;
  /** Those transactions; absent where there are none. */
  readonly cosmos?: readonly CosmosTransactionEntry[];
}

/** Describes a Cosmos transaction of a block. */
export interface CosmosTransactionEntry {
  /** The hash in capital hex, as CometBFT writes it. */
  readonly hash: string;
  /** Type URLs: `/cosmos.bank.v1beta1.MsgSend`. */
  readonly messages: readonly string[];
  /** The first signer, in bech32; `the dev authority` of a change from outside. */
  readonly sender?: string;
  /** `200000000000000ahalley`. */
  readonly fee?: string;
  readonly gasUsed: string;
  readonly gasWanted: string;
  /** Why it failed, with codespace and code. */
  readonly error?: string;
  readonly packets: readonly PacketEntry[];
}

/** Says what a transaction did with an IBC packet. */
export interface PacketEntry {
  readonly action: 'sent' | 'received' | 'acknowledged' | 'timed out';
  readonly sequence: string;
  /** Port and channel of the packet's sender: `transfer/channel-0`. */
  readonly source: string;
  readonly destination: string;
}

/** Reports that the observed node has entered a step of a round; written in the pace `step` alone. */
export interface RoundEntry {
  readonly type: 'round';
  readonly height: number;
  readonly round: number;
  /** The step as consensus names it: `Propose`, `Prevote`, … */
  readonly step: string;
  /** The validator that proposes, at the start of a round: `validator-0`. */
  readonly proposer?: string;
}

/** Reports that the observed node has counted a vote; written in the pace `step` alone. */
export interface VoteEntry {
  readonly type: 'vote';
  readonly height: number;
  readonly round: number;
  readonly vote: 'prevote' | 'precommit';
  readonly validator: string;
  /** The block's hash in capital hex; null for a vote for nil. */
  readonly block: string | null;
}

/** Reports that the relayer has sent a message to a chain, or that the chain has refused it. */
export interface RelayEntry {
  readonly type: 'relay';
  readonly kind: 'connection' | 'channel' | 'packet' | 'acknowledgement' | 'timeout';
  /** The chain whose state was proven. */
  readonly from: string;
  /** The chain that got the message. */
  readonly to: string;
  /** The packet, by its sender's port and channel. */
  readonly packet?: { readonly port: string; readonly channel: string; readonly sequence: string };
  /** Why the chain refused it. */
  readonly failure?: string;
}

/** Reports the progress of a call that makes many blocks. */
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
