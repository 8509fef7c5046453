/** Blocks, transactions, receipts and logs as EVM clients see them. */
import type { AccessListEntry, Authorization } from '../../codec/ethereum/access_list.js';
import type { EthereumHeader } from '../../codec/ethereum/header.js';
import type { Bytes } from '../../kernel/bytes.js';

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
  /** Its block was taken back; absent otherwise. */
  readonly removed?: true;
}

export interface EvmReceipt {
  readonly transaction: EvmTransaction;
  readonly inclusion: EvmInclusion;
  readonly success: boolean;
  /** Empty for a success; geth's text for the failure otherwise. */
  readonly vmError: string;
  /** What the transaction returned, or reverted with. */
  readonly returnData: Bytes;
  readonly gasUsed: bigint;
  readonly cumulativeGasUsed: bigint;
  readonly effectiveGasPrice: bigint;
  readonly contractAddress: Bytes | undefined;
  readonly logs: readonly EvmLog[];
  readonly logsBloom: Bytes;
}

/**
 * A consensus block as EVM clients see it, with what an Ethereum header says of it: `miner` is the proposer's operator
 * account, `stateRoot` that after the block.
 */
export interface EvmBlock extends EthereumHeader {
  /** The consensus header's. */
  readonly hash: Bytes;
  /** Bytes of the RLP-encoded Ethereum block. */
  readonly size: number;
  readonly transactions: readonly EvmTransaction[];
  readonly receipts: readonly EvmReceipt[];
}

/** What senders paid in a block. */
export interface EvmBlockFees {
  readonly baseFeePerGas: bigint;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  /** Wei a unit of gas above the base fee, ascending, each with the gas of all transactions that paid it. */
  readonly tips: readonly { readonly tip: bigint; readonly gas: bigint }[];
}
