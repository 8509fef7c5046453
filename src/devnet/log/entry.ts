/**
 * Defines the entries of the node's log: plain data that `JSON.stringify` accepts. Hashes, addresses and bytes are 0x
 * hex; amounts are decimal text in wei.
 */

import type { DevnetFault } from '../faults/fault_menu.js';

export type LogEntry = (
  | CallEntry
  | FailureEntry
  | ConsoleEntry
  | BlockEntry
  | HeightEntry
  | StackEntry
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
  /** Id of the entry's chain; absent in a devnet of one chain. */
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
  /** JSON-RPC error code. */
  readonly code: number;
  /** First line of the error's message. */
  readonly message: string;
  /** Further lines: the cause and the frames of a failed run; absent without artifacts. */
  readonly stack?: readonly string[];
  /** Revert data of a call that reverted. */
  readonly data?: string;
}

/** Reports the console.log lines of a run that is not part of a block. */
export interface ConsoleEntry {
  readonly type: 'console';
  readonly method: 'eth_call' | 'eth_estimateGas';
  readonly lines: readonly string[];
}

/** Reports a block of an application that is not Halley's own. */
export interface HeightEntry {
  readonly type: 'height';
  readonly height: number;
  readonly hash: string;
  /** App hash after the block. */
  readonly appHash: string;
  /** RFC 3339. */
  readonly time: string;
  readonly transactions: readonly {
    readonly hash: string;
    readonly code: number;
    readonly gasUsed: string;
    /** Codespace, code and log of a transaction that failed. */
    readonly error?: string;
  }[];
  /** Number of proofs of misbehaviour in the block. */
  readonly evidence: number;
  /** Number of validators whose power changes two heights later. */
  readonly validatorUpdates: number;
}

export interface BlockEntry {
  readonly type: 'block';
  readonly number: number;
  readonly hash: string;
  /** Whether this is the first block whose consensus header no longer follows its timestamp. */
  readonly leavesHeaderTime?: true;
  /** Unix time in seconds. */
  readonly timestamp: number;
  readonly baseFeePerGas: string;
  readonly gasUsed: string;
  readonly gasLimit: string;
  readonly transactions: readonly TransactionEntry[];
  /** Cosmos transactions of the block, including dev transactions. */
  readonly others: number;
  /** Those transactions; absent when there are none. */
  readonly cosmos?: readonly CosmosTransactionEntry[];
}

/** Reports where in its Solidity source a transaction of a block failed. It follows the entry of the block. */
export interface StackEntry {
  readonly type: 'stack';
  /** Hash of the transaction. */
  readonly transaction: string;
  /** Cause in words. */
  readonly message?: string;
  /** Frames, the innermost first, such as `Token.transfer (contracts/Token.sol:12:5)`. */
  readonly frames: readonly string[];
}

/** Cosmos transaction of a block. */
export interface CosmosTransactionEntry {
  /** Hash in upper-case hex, as CometBFT writes it. */
  readonly hash: string;
  /** Type URLs of the messages, such as `/cosmos.bank.v1beta1.MsgSend`. */
  readonly messages: readonly string[];
  /** First signer in bech32, or `the dev authority` for a dev transaction. */
  readonly sender?: string;
  /** Fee with its denom, such as `200000000000000ahalley`. */
  readonly fee?: string;
  readonly gasUsed: string;
  readonly gasWanted: string;
  /** Reason of a failure, with codespace and code. */
  readonly error?: string;
  readonly packets: readonly PacketEntry[];
}

/** Reports what a transaction did with an IBC packet. */
export interface PacketEntry {
  readonly action: 'sent' | 'received' | 'acknowledged' | 'timed out';
  readonly sequence: string;
  /** Port and channel of the packet's sender, such as `transfer/channel-0`. */
  readonly source: string;
  readonly destination: string;
}

/** Reports that the observed node has entered a step of a round. Only the mining mode `step` logs it. */
export interface RoundEntry {
  readonly type: 'round';
  readonly height: number;
  readonly round: number;
  /** Name of the step in consensus: `Propose`, `Prevote`, … */
  readonly step: string;
  /** Name of the proposer, such as `validator-0`; present at the start of a round. */
  readonly proposer?: string;
  /** CometBFT's name of the event within the step: `Polka`, `Lock`, `TimeoutPropose`, … */
  readonly event?: string;
  /** Hash of the proposed block in upper-case hex; present when the proposal is complete. */
  readonly block?: string;
}

/** Reports that the observed node has counted a vote. Only the mining mode `step` logs it. */
export interface VoteEntry {
  readonly type: 'vote';
  readonly height: number;
  readonly round: number;
  readonly vote: 'prevote' | 'precommit';
  readonly validator: string;
  /** Hash of the block in upper-case hex; null for a vote for nil. */
  readonly block: string | null;
}

/** Reports that a block was decided after its first round. */
export interface LateDecisionEntry {
  readonly type: 'late';
  readonly height: number;
  /** Round in which the block was decided; the first one is 0. */
  readonly round: number;
  /** Name of the proposer of that round. */
  readonly proposer: string;
  /** Rounds before it, at most the last 10. */
  readonly failed: readonly FailedRound[];
}

/** Round in which no block was decided. */
export interface FailedRound {
  readonly round: number;
  readonly proposer: string;
  /**
   * Reason as far as it is known: the proposer is down, the observed node received no proposal in time, or too few
   * votes for the proposal arrived in time.
   */
  readonly reason: 'proposer down' | 'no proposal' | 'too few votes';
}

/** Reports evidence in a block. */
export interface EvidenceEntry {
  readonly type: 'evidence';
  /** Height of the block that contains the evidence. */
  readonly height: number;
  readonly kind: 'double vote' | 'light client attack';
  /** Name of the accused validator. */
  readonly validator: string;
  /** Consensus address in upper-case hex. */
  readonly address: string;
  /** Voting power at the offence. */
  readonly power: string;
  /** Height of the offence. */
  readonly at: number;
  /** Slashed stake in the smallest unit of the coin; absent when nothing was slashed. */
  readonly burned?: string;
  /** Whether the block jailed the validator. */
  readonly jailed: boolean;
}

/** Reports that a block changes the validator set. */
export interface ValidatorEntry {
  readonly type: 'validator';
  /** Height of the block with the change. */
  readonly height: number;
  readonly change: 'joins' | 'leaves' | 'changes';
  readonly validator: string;
  /** Consensus address in upper-case hex. */
  readonly address: string;
  /** Voting power before the change; `to` holds the power after it. */
  readonly from: string;
  readonly to: string;
  /** First height that counts the new power. */
  readonly effective: number;
  /** Whether the validator is jailed. */
  readonly jailed: boolean;
}

/** Reports that the relayer has sent a message to a chain, or that the chain has refused it. */
export interface RelayEntry {
  readonly type: 'relay';
  readonly kind: 'connection' | 'channel' | 'packet' | 'acknowledgement' | 'timeout';
  /** Chain whose state was proven. */
  readonly from: string;
  /** Chain that received the message. */
  readonly to: string;
  /** Packet by the port and the channel of its sender. */
  readonly packet?: { readonly port: string; readonly channel: string; readonly sequence: string };
  /** Reason for which the chain refused the message. */
  readonly failure?: string;
}

/** Reports that two blocks were decided at one height, which ended the chain. */
export interface ConflictEntry {
  readonly type: 'conflict';
  readonly height: number;
  /** Blocks. The chain shows the first one. */
  readonly branches: readonly {
    /** Hash of the block in upper-case hex. */
    readonly block: string;
    readonly round: number;
    /** Validators whose precommits decided the block, by name, such as `validator-0`. */
    readonly signers: readonly string[];
  }[];
}

/** Reports that a fault has begun or ended. */
export interface FaultEntry {
  readonly type: 'fault';
  readonly action: 'began' | 'ended';
  /** Number of the fault, by which it is removed. */
  readonly id: number;
  /** Type and parameters of the fault, with the indexes of validators. */
  readonly fault: DevnetFault;
  /** Writes the same with the names of validators, such as `equivocate node=validator-3`. */
  readonly text: string;
}

/** Reports that a validator has crashed or restarted. */
export interface NodeEntry {
  readonly type: 'node';
  readonly action: 'crashed' | 'restarted';
  /** Such as `validator-2`. */
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

/** Ethereum transaction of a block. */
export interface TransactionEntry {
  readonly hash: string;
  readonly from: string;
  /** Absent for a contract creation. */
  readonly to?: string;
  /** Address of the contract that the transaction created. */
  readonly created?: string;
  /** Name of the contract that the transaction created; absent without artifacts. */
  readonly createdName?: string;
  readonly call?: FunctionCall;
  /** Events with names and arguments, such as `Token.Sent(amount: 5)`; absent without artifacts. */
  readonly events?: readonly string[];
  readonly value: string;
  readonly gasUsed: string;
  readonly gasLimit: string;
  /** Reason of a failure. */
  readonly error?: string;
  readonly console: readonly string[];
}

export interface FunctionCall {
  /** First 4 bytes of the call data. */
  readonly selector: string;
  /** Signature of a well-known function, or of one that artifacts have, such as `transfer(address,uint256)`. */
  readonly signature?: string;
  /** Name of the contract; this and the arguments are absent without artifacts. */
  readonly contract?: string;
  /** Arguments as text, such as `amount: 5`. */
  readonly arguments?: readonly string[];
}
