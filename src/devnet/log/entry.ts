/**
 * Defines the entries of the node's log: plain data that `JSON.stringify` accepts. Hashes, addresses and bytes are 0x
 * hex; amounts are decimal text in wei.
 */

import type { NetworkFault } from '../faults/fault_menu.js';

export type LogEntry = (
  | CallEntry
  | FailureEntry
  | ConsoleEntry
  | BlockEntry
  | DroppedEntry
  | MiningEntry
  | RoundEntry
  | VoteEntry
  | LateDecisionEntry
  | EvidenceEntry
  | ValidatorEntry
  | RelayEntry
  | ConflictEntry
  | FaultEntry
  | NodeEntry
  | LinkEntry
) & {
  /** Names the chain id of the entry's chain. It is absent in a devnet of one chain. */
  readonly chain?: string;
};

/** Reports that a call over EVM JSON-RPC has arrived. */
export interface CallEntry {
  readonly type: 'call';
  readonly method: string;
}

/** Reports that a call over EVM JSON-RPC got an error. */
export interface FailureEntry {
  readonly type: 'failure';
  readonly method: string;
  /** Holds the JSON-RPC error code. */
  readonly code: number;
  readonly message: string;
  /** Holds the revert data of a call that reverted. */
  readonly data?: string;
}

/** Reports the console.log lines of a run that is not part of a block. */
export interface ConsoleEntry {
  readonly type: 'console';
  readonly method: 'eth_call' | 'eth_estimateGas';
  readonly lines: readonly string[];
}

export interface BlockEntry {
  readonly type: 'block';
  readonly number: number;
  readonly hash: string;
  /** Whether this is the first block whose consensus header no longer follows its timestamp. */
  readonly leavesHeaderTime?: true;
  /** Is in Unix seconds. */
  readonly timestamp: number;
  readonly baseFeePerGas: string;
  readonly gasUsed: string;
  readonly gasLimit: string;
  readonly transactions: readonly TransactionEntry[];
  /** Counts the Cosmos transactions of the block, including dev transactions. */
  readonly others: number;
  /** Describes those transactions; absent when there are none. */
  readonly cosmos?: readonly CosmosTransactionEntry[];
}

/** Describes a Cosmos transaction of a block. */
export interface CosmosTransactionEntry {
  /** Holds the hash in upper-case hex, as CometBFT writes it. */
  readonly hash: string;
  /** Lists the type URLs of the messages, such as `/cosmos.bank.v1beta1.MsgSend`. */
  readonly messages: readonly string[];
  /** Names the first signer in bech32, or `the dev authority` for a dev transaction. */
  readonly sender?: string;
  /** Holds the fee with its denom, such as `200000000000000ahalley`. */
  readonly fee?: string;
  readonly gasUsed: string;
  readonly gasWanted: string;
  /** Gives the reason of a failure, with codespace and code. */
  readonly error?: string;
  readonly packets: readonly PacketEntry[];
}

/** Reports what a transaction did with an IBC packet. */
export interface PacketEntry {
  readonly action: 'sent' | 'received' | 'acknowledged' | 'timed out';
  readonly sequence: string;
  /** Names the port and the channel of the packet's sender, such as `transfer/channel-0`. */
  readonly source: string;
  readonly destination: string;
}

/** Reports that the observed node has entered a step of a round. Only the mining mode `step` logs it. */
export interface RoundEntry {
  readonly type: 'round';
  readonly height: number;
  readonly round: number;
  /** Names the step as consensus does: `Propose`, `Prevote`, … */
  readonly step: string;
  /** Names the proposer, such as `validator-0`. It is present at the start of a round. */
  readonly proposer?: string;
  /** Names what happened within the step, as CometBFT's events do: `Polka`, `Lock`, `TimeoutPropose`, … */
  readonly event?: string;
  /** Holds the hash of the proposed block in upper-case hex. It is present when the proposal is complete. */
  readonly block?: string;
}

/** Reports that the observed node has counted a vote. Only the mining mode `step` logs it. */
export interface VoteEntry {
  readonly type: 'vote';
  readonly height: number;
  readonly round: number;
  readonly vote: 'prevote' | 'precommit';
  readonly validator: string;
  /** Holds the block's hash in upper-case hex; null for a vote for nil. */
  readonly block: string | null;
}

/** Reports that a block was decided after its first round. */
export interface LateDecisionEntry {
  readonly type: 'late';
  readonly height: number;
  /** Is the round in which the block was decided; the first one is 0. */
  readonly round: number;
  /** Names the proposer of that round. */
  readonly proposer: string;
  /** Describes the rounds before it, at most the last 10. */
  readonly failed: readonly FailedRound[];
}

/** Describes a round in which no block was decided. */
export interface FailedRound {
  readonly round: number;
  readonly proposer: string;
  /**
   * Is the reason as far as it is known: the proposer is down, the observed node received no proposal in time, or too
   * few votes for the proposal arrived in time.
   */
  readonly reason: 'proposer down' | 'no proposal' | 'too few votes';
}

/** Reports evidence in a block. */
export interface EvidenceEntry {
  readonly type: 'evidence';
  /** Is the height of the block that contains the evidence. */
  readonly height: number;
  readonly kind: 'double vote' | 'light client attack';
  /** Names the accused validator. */
  readonly validator: string;
  /** Holds its consensus address in upper-case hex. */
  readonly address: string;
  /** Holds its voting power at the offence. */
  readonly power: string;
  /** Is the height of the offence. */
  readonly at: number;
  /** Holds the slashed stake in the smallest unit of the coin. It is absent when nothing was slashed. */
  readonly burned?: string;
  /** Is true when the block jailed the validator. */
  readonly jailed: boolean;
}

/** Reports that a block changes the validator set. */
export interface ValidatorEntry {
  readonly type: 'validator';
  /** Is the height of the block with the change. */
  readonly height: number;
  readonly change: 'joins' | 'leaves' | 'changes';
  readonly validator: string;
  /** Holds the consensus address in upper-case hex. */
  readonly address: string;
  /** Holds the voting power before the change; `to` holds the power after it. */
  readonly from: string;
  readonly to: string;
  /** Is the first height that counts the new power. */
  readonly effective: number;
  /** Is true when the validator is jailed. */
  readonly jailed: boolean;
}

/** Reports that the relayer has sent a message to a chain, or that the chain has refused it. */
export interface RelayEntry {
  readonly type: 'relay';
  readonly kind: 'connection' | 'channel' | 'packet' | 'acknowledgement' | 'timeout';
  /** Names the chain whose state was proven. */
  readonly from: string;
  /** Names the chain that received the message. */
  readonly to: string;
  /** Names the packet by the port and the channel of its sender. */
  readonly packet?: { readonly port: string; readonly channel: string; readonly sequence: string };
  /** Gives the reason for which the chain refused the message. */
  readonly failure?: string;
}

/** Reports that two blocks were decided at one height, which ended the chain. */
export interface ConflictEntry {
  readonly type: 'conflict';
  readonly height: number;
  /** Lists the blocks. The chain shows the first one. */
  readonly branches: readonly {
    /** Holds the block's hash in upper-case hex. */
    readonly block: string;
    readonly round: number;
    /** Names the validators whose precommits decided the block, such as `validator-0`. */
    readonly signers: readonly string[];
  }[];
}

/** Reports that a fault of the simulated network has begun or ended. */
export interface FaultEntry {
  readonly type: 'fault';
  readonly action: 'began' | 'ended';
  /** Is the number of the fault, by which it is removed. */
  readonly id: number;
  /** Holds the fault's type and parameters, with the indexes of validators. */
  readonly fault: NetworkFault;
  /** Writes the same with the names of validators, such as `equivocate node=validator-3`. */
  readonly text: string;
}

/** Reports that a validator has crashed or restarted. */
export interface NodeEntry {
  readonly type: 'node';
  readonly action: 'crashed' | 'restarted';
  /** Names the validator, such as `validator-2`. */
  readonly validator: string;
}

/** Reports that the link between two validators was cut or restored. */
export interface LinkEntry {
  readonly type: 'link';
  readonly action: 'cut' | 'restored';
  readonly validators: readonly [string, string];
}

/** Reports that a pending transaction that a client of this node had sent will be in no block. Only `halley app` logs it. */
export interface DroppedEntry {
  readonly type: 'dropped';
  readonly hash: string;
  readonly from: string;
  /** Decimal text, because a nonce has 64 bits. */
  readonly nonce: string;
  /** Hash of the transaction with the same nonce that another client sent, or that a block contains. */
  readonly by?: string;
}

/** Reports the progress of a call that mines many blocks. */
export interface MiningEntry {
  readonly type: 'mining';
  readonly mined: number;
  readonly of: number;
}

/** Describes an Ethereum transaction of a block. */
export interface TransactionEntry {
  readonly hash: string;
  readonly from: string;
  /** Is absent for a contract creation. */
  readonly to?: string;
  /** Holds the address of the contract that the transaction created. */
  readonly created?: string;
  readonly call?: FunctionCall;
  readonly value: string;
  readonly gasUsed: string;
  readonly gasLimit: string;
  /** Gives the reason of a failure. */
  readonly error?: string;
  readonly console: readonly string[];
}

export interface FunctionCall {
  /** Holds the first 4 bytes of the call data. */
  readonly selector: string;
  /** Holds the signature of a well-known function, such as `transfer(address,uint256)`. */
  readonly signature?: string;
}
