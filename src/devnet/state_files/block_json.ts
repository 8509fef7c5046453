/**
 * Writes blocks and transactions as Anvil's state file has them. In the file a block's hash is the Keccak-256 of its
 * Ethereum header, and its parent is named by that hash too, because Anvil computes hashes itself.
 */
import type { EvmBlock, EvmReceipt, EvmTransaction } from '../../backend/evm/block.js';
import { isImpersonated } from '../../codec/cosmos/impersonation.js';
import { ethereumHeaderHash } from '../../codec/ethereum/header.js';
import { encodeRlp } from '../../codec/ethereum/rlp.js';
import { type Bytes, concatBytes } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { to0x } from '../../kernel/hex.js';
import { quantity } from '../../rpc/evm/quantity.js';
import { headerView } from '../../rpc/evm/views/block.js';
import { transactionView } from '../../rpc/evm/views/transaction.js';

/** Block with the hashes that it has in the file. */
export interface BlockOfFile {
  readonly block: EvmBlock;
  readonly hash: Bytes;
  readonly parentHash: Bytes;
}

/** Returns a block with the hashes of the file; `parentHash` is that of the parent block. */
export function blockOfFile(block: EvmBlock, parentHash: Bytes): BlockOfFile {
  return { block, parentHash, hash: ethereumHeaderHash({ ...headerOf(block), parentHash }) };
}

/** Copies the header, because its roots are getters. */
function headerOf(block: EvmBlock) {
  const { era, miner, stateRoot, transactionsRoot, receiptsRoot, logsBloom } = block;
  const { number, gasLimit, gasUsed, timestamp, mixHash, baseFeePerGas } = block;
  return {
    era,
    ...{ miner, stateRoot, transactionsRoot, receiptsRoot, logsBloom },
    ...{ number, gasLimit, gasUsed, timestamp, mixHash, baseFeePerGas },
  };
}

export function blockJson({ block, parentHash }: BlockOfFile): string {
  const { hash, ...header } = headerView(block);
  return JSON.stringify({
    // Anvil ignores it; Halley finds the block under this hash when it loads the file.
    hash,
    header: { ...header, parentHash: to0x(parentHash) },
    transactions: block.transactions.map((tx) => ({
      transaction: transactionJson(tx),
      impersonated_sender: isImpersonatedTx(tx) ? to0x(tx.from) : null,
    })),
    ommers: [],
    withdrawals: [],
  });
}

const isImpersonatedTx = (tx: EvmTransaction): boolean => isImpersonated(tx, tx.from);

/** Returns the envelope: the transaction without its position in a block. */
function transactionJson(tx: EvmTransaction): object {
  const { blockHash, blockNumber, from, transactionIndex, gasPrice, ...envelope } = transactionView({
    ...tx,
    inclusion: undefined,
  });
  return tx.gasPrice === undefined ? envelope : { ...envelope, gasPrice };
}

/**
 * Returns a transaction with its receipt. An impersonated one is listed twice, because Anvil finds it in its block only
 * under the hash that it computes itself.
 */
export const minedTransactionsJson = (receipt: EvmReceipt, block: BlockOfFile): string =>
  hashesOf(receipt.transaction)
    .map((hash) => minedTransactionJson(hash, receipt, block))
    .join(',');

const hashesOf = (tx: EvmTransaction): readonly Bytes[] =>
  isImpersonatedTx(tx) ? [tx.hash, impersonatedHash(tx)] : [tx.hash];

/** Returns Anvil's hash of an impersonated transaction: of its network encoding and its sender. */
const impersonatedHash = ({ type, raw, from }: EvmTransaction): Bytes =>
  keccak256(concatBytes(type === 0 ? raw : encodeRlp(raw), from));

function minedTransactionJson(transactionHash: Bytes, receipt: EvmReceipt, { block, hash }: BlockOfFile): string {
  const { transaction, contractAddress, returnData } = receipt;
  const { from, to, nonce } = transaction;
  return JSON.stringify({
    info: {
      transaction_hash: to0x(transactionHash),
      transaction_index: receipt.inclusion.transactionIndex,
      from: to0x(from),
      to: to === undefined ? null : to0x(to),
      contract_address: contractAddress === undefined ? null : to0x(contractAddress),
      traces: [],
      exit: exitOf(receipt),
      out: returnData.length === 0 ? null : to0x(returnData),
      nonce: Number(nonce),
      gas_used: Number(receipt.gasUsed),
    },
    receipt: {
      type: quantity(transaction.type),
      status: receipt.success ? '0x1' : '0x0',
      cumulativeGasUsed: quantity(receipt.cumulativeGasUsed),
      logs: receipt.logs.map(({ address, topics, data }) => ({
        address: to0x(address),
        topics: topics.map(to0x),
        data: to0x(data),
      })),
      logsBloom: to0x(receipt.logsBloom),
    },
    block_hash: to0x(hash),
    block_number: Number(block.number),
  });
}

/** Returns revm's name of how the run ended. */
function exitOf({ success, returnData, vmError }: EvmReceipt): string {
  if (success) return returnData.length === 0 ? 'Stop' : 'Return';
  return vmError.startsWith('out of gas') ? 'OutOfGas' : 'Revert';
}
