/**
 * Writes earlier blocks, transactions, receipts and logs as the EVM JSON-RPC shows them (execution-apis). Members that
 * the file has are shown as they are, also those of forks and transaction types that this chain does not have.
 */
import { encodeHeaderJson, headerJsonItem } from '../../codec/ethereum/header_json.js';
import { encodeRlp } from '../../codec/ethereum/rlp.js';
import { encodeTxJson } from '../../codec/ethereum/tx.js';
import type { HistoryTransaction } from '../../config/genesis_forms/history/history_document.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Json, JsonObject } from '../../kernel/json.js';
import { quantity } from '../../rpc/evm/quantity.js';
import type { EarlierBlock, EarlierTransaction } from './stored_history.js';

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a quantity. Zero stands for a value that is none. */
export const uint = (value: unknown): bigint =>
  (typeof value === 'string' && /^(?:0x[\da-f]+|\d+)$/i.test(value)) ||
  (Number.isSafeInteger(value) && Number(value) >= 0)
    ? BigInt(value as string | number)
    : 0n;

/**
 * Returns the members of a transaction without its place. Earlier versions of Anvil wrap them by their type, and have
 * the signature in a member of its own.
 */
function envelopeOf(entry: unknown): Members {
  const inner = isMembers(entry) && isMembers(entry['transaction']) ? entry['transaction'] : entry;
  if (!isMembers(inner)) return {};
  const [only, ...others] = Object.values(inner);
  const flat = others.length === 0 && isMembers(only) ? only : inner;
  const { signature, ...members } = flat;
  return isMembers(signature) ? { ...members, ...signature } : members;
}

/** Returns the transaction at an index of the block; undefined where the file does not have it. */
export function transactionAt(block: EarlierBlock, index: number): EarlierTransaction | undefined {
  const tx = block.mined.find(({ info }) => Number(info['transaction_index']) === index);
  return tx && { block, tx };
}

const indexOf = ({ info }: HistoryTransaction): number => Number(info['transaction_index']);
const envelopeIn = ({ block, tx }: EarlierTransaction): Members => envelopeOf(block.transactions[indexOf(tx)]);

/** Returns the price of a unit of gas in wei. */
export function pricePaid(of: EarlierTransaction): bigint {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = envelopeIn(of);
  if (maxFeePerGas === undefined) return uint(gasPrice);
  const price = uint(of.block.header['baseFeePerGas']) + uint(maxPriorityFeePerGas);
  return price < uint(maxFeePerGas) ? price : uint(maxFeePerGas);
}

export function transactionJson(of: EarlierTransaction): JsonObject {
  const { block, tx } = of;
  return {
    ...(envelopeIn(of) as JsonObject),
    hash: tx.info['transaction_hash'] as string,
    blockHash: block.hash,
    blockNumber: quantity(block.number),
    transactionIndex: quantity(indexOf(tx)),
    from: tx.info['from'] as string,
    gasPrice: quantity(pricePaid(of)),
    blockTimestamp: block.header['timestamp'] as string,
  };
}

/** Returns the signed bytes; undefined for a type that is not known. */
export const rawTransaction = (of: EarlierTransaction): Bytes | undefined => encodeTxJson(envelopeIn(of));

export function headerJson({ hash, header }: EarlierBlock): JsonObject {
  return { hash, ...(header as JsonObject) };
}

export function blockJson(block: EarlierBlock, fullTransactions: boolean): JsonObject {
  return {
    ...headerJson(block),
    size: quantity(blockBytes(block).length),
    uncles: [],
    transactions: block.transactions.map((entry, i) => {
      const of = transactionAt(block, i);
      if (of !== undefined) return fullTransactions ? transactionJson(of) : (of.tx.info['transaction_hash'] as Json);
      const envelope = envelopeOf(entry) as JsonObject;
      return fullTransactions ? envelope : (envelope['hash'] ?? null);
    }),
    ...(block.header['withdrawalsRoot'] !== undefined && { withdrawals: [] }),
  };
}

export const headerBytes = ({ header }: EarlierBlock): Bytes => encodeHeaderJson(header);

/** Returns the encoded block. A transaction of an unknown type is left out. */
export function blockBytes({ header, transactions, withdrawals }: EarlierBlock): Bytes {
  const txs = transactions.flatMap((entry) => {
    const envelope = envelopeOf(entry);
    const raw = encodeTxJson(envelope);
    if (raw === undefined) return [];
    return [{ isTyped: uint(envelope['type']) > 0n, raw }];
  });
  // A legacy transaction is a list, and its bytes are its encoding within the block too.
  const items = txs.map(({ isTyped, raw }) => (isTyped ? encodeRlp(raw) : raw));
  const body = [encodeRlp(headerJsonItem(header)), list(items), list([])];
  // Anvil's blocks have no list of withdrawals, in spite of the root in their header.
  if (Array.isArray(withdrawals)) body.push(list([]));
  return list(body);
}

const SHORT_LIST = 0xc0;
const LONG_LIST = 0xf7;
const MAX_SHORT = 55;

/** Encodes a list of items that are encoded already. */
function list(items: readonly Bytes[]): Bytes {
  const body = Buffer.concat(items);
  if (body.length <= MAX_SHORT) return Buffer.concat([Uint8Array.of(SHORT_LIST + body.length), body]);
  const digits = body.length.toString(16);
  const length = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return Buffer.concat([Uint8Array.of(LONG_LIST + length.length), length, body]);
}

/** Returns the logs of a block in order. */
export function logsJson(block: EarlierBlock): JsonObject[] {
  let logIndex = 0;
  return block.mined.flatMap((tx, at) => {
    if (block.mined.findIndex((other) => indexOf(other) === indexOf(tx)) !== at) return [];
    const logs = logsOf({ block, tx }, logIndex);
    logIndex += logs.length;
    return logs;
  });
}

/** Returns the logs of a transaction. */
export function logsOfTransaction(of: EarlierTransaction): JsonObject[] {
  const { block, tx } = of;
  const before = new Map(block.mined.filter((other) => indexOf(other) < indexOf(tx)).map((one) => [indexOf(one), one]));
  const first = [...before.values()].reduce((sum, { receipt }) => sum + logListOf(receipt).length, 0);
  return logsOf(of, first);
}

const logListOf = (receipt: Members): readonly Members[] =>
  Array.isArray(receipt['logs']) ? receipt['logs'].filter(isMembers) : [];

const logsOf = ({ block, tx }: EarlierTransaction, first: number): JsonObject[] =>
  logListOf(tx.receipt).map(({ address, topics, data }, i) => ({
    address: address as string,
    topics: topics as Json,
    data: data as string,
    blockNumber: quantity(block.number),
    transactionHash: tx.info['transaction_hash'] as string,
    transactionIndex: quantity(indexOf(tx)),
    blockHash: block.hash,
    blockTimestamp: block.header['timestamp'] as string,
    logIndex: quantity(first + i),
    removed: false,
  }));

export function receiptJson(of: EarlierTransaction): JsonObject {
  const { block, tx } = of;
  const { info, receipt } = tx;
  return {
    ...(receipt as JsonObject),
    blockHash: block.hash,
    blockNumber: quantity(block.number),
    contractAddress: (info['contract_address'] ?? null) as Json,
    effectiveGasPrice: quantity(pricePaid(of)),
    from: info['from'] as string,
    gasUsed: quantity(uint(info['gas_used'])),
    logs: logsOfTransaction(of),
    to: (info['to'] ?? null) as Json,
    transactionHash: info['transaction_hash'] as string,
    transactionIndex: quantity(indexOf(tx)),
  };
}
