/** Defines blocks, transactions, receipts and logs as EVM clients see them. */
import type { AccessListEntry, Authorization } from '../../codec/ethereum/access_list.js';
import type { EthereumHeader } from '../../codec/ethereum/header.js';
import type { EthereumTxType } from '../../codec/ethereum/tx.js';
import type { Bytes } from '../../kernel/bytes.js';

export type { AccessListEntry, Authorization };

/** Locates a transaction in the chain. It is absent while the transaction is pending. */
export interface EvmInclusion {
  readonly blockHash: Bytes;
  readonly blockNumber: bigint;
  /** Index among the Ethereum transactions of the block. */
  readonly transactionIndex: number;
  readonly baseFeePerGas: bigint;
  readonly timestamp: bigint;
}

/** Type that marks a Cosmos transaction among Ethereum transactions, as on ZetaChain. */
export const COSMOS_TX_TYPE = 88;

/** Signed Ethereum transaction with its recovered sender, or a Cosmos transaction in its form. */
export interface EvmTransaction {
  readonly hash: Bytes;
  readonly type: EthereumTxType | typeof COSMOS_TX_TYPE;
  readonly from: Bytes;
  /** `undefined` for contract creation. */
  readonly to: Bytes | undefined;
  readonly nonce: bigint;
  readonly gas: bigint;
  readonly value: bigint;
  readonly input: Bytes;
  /** Defined for types 0 and 1. */
  readonly gasPrice: bigint | undefined;
  /** Defined for types 2 and 4. */
  readonly maxFeePerGas: bigint | undefined;
  readonly maxPriorityFeePerGas: bigint | undefined;
  readonly accessList: readonly AccessListEntry[] | undefined;
  readonly authorizationList: readonly Authorization[] | undefined;
  /** `undefined` for a legacy transaction without replay protection. */
  readonly chainId: bigint | undefined;
  readonly v: bigint;
  readonly r: bigint;
  readonly s: bigint;
  /** Canonical encoding (EIP-2718 envelope), or the bytes of the Cosmos transaction. */
  readonly raw: Bytes;
  readonly inclusion: EvmInclusion | undefined;
}

/** Returns the transactions without those that are only shown as Ethereum's. */
export const ethereumOnly = (transactions: readonly EvmTransaction[]): readonly EvmTransaction[] =>
  transactions.filter(({ type }) => type !== COSMOS_TX_TYPE);

export interface EvmLog {
  readonly address: Bytes;
  readonly topics: readonly Bytes[];
  readonly data: Bytes;
  readonly blockNumber: bigint;
  readonly blockHash: Bytes;
  readonly blockTimestamp: bigint;
  readonly transactionHash: Bytes;
  readonly transactionIndex: number;
  /** Index within the block. */
  readonly logIndex: number;
  /** Whether its block was reverted; absent otherwise. */
  readonly removed?: true;
}

export interface EvmReceipt {
  readonly transaction: EvmTransaction;
  readonly inclusion: EvmInclusion;
  readonly success: boolean;
  /** Empty for a success; otherwise geth's text for the failure. */
  readonly vmError: string;
  /** Data that the transaction returned, or reverted with. */
  readonly returnData: Bytes;
  readonly gasUsed: bigint;
  readonly cumulativeGasUsed: bigint;
  readonly effectiveGasPrice: bigint;
  readonly contractAddress: Bytes | undefined;
  readonly logs: readonly EvmLog[];
  readonly logsBloom: Bytes;
}

/**
 * Consensus block as EVM clients see it, with the members of an Ethereum header. `miner` is the proposer's operator
 * account, and `stateRoot` is the root after the block.
 */
export interface EvmBlock extends EthereumHeader {
  /** Hash of the consensus header. */
  readonly hash: Bytes;
  /** Bytes of the RLP-encoded Ethereum block. */
  readonly size: number;
  readonly transactions: readonly EvmTransaction[];
  readonly receipts: readonly EvmReceipt[];
}

/** Fees that senders paid in a block. */
export interface EvmBlockFees {
  readonly baseFeePerGas: bigint;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  /** Tips in wei per unit of gas above the base fee, ascending, each with the gas of all transactions that paid it. */
  readonly tips: readonly { readonly tip: bigint; readonly gas: bigint }[];
}
