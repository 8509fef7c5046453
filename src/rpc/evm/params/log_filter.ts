/**
 * Decodes the filter object of log queries, filters and subscriptions (geth's `FilterCriteria`, evm-json-rpc.md 3.12).
 */
import type { Bytes } from '../../../kernel/bytes.js';
import { tryFromHex } from '../../../kernel/hex.js';
import { DecodeError } from '../../jsonrpc/errors.js';
import { optional, type Param, required } from '../../jsonrpc/method.js';
import { type BlockParam, decodeTagOrQuantity } from './block.js';
import { decodeHash } from './data.js';
import { decodeList, decodeObject, member } from './go_json.js';

/**
 * Conditions of matching logs: they are of one of the addresses, with one of the topics at each position. An empty list
 * matches all.
 */
export interface LogCriteria {
  readonly addresses: readonly Bytes[];
  readonly topics: readonly (readonly Bytes[])[];
}

/** Blocks in which logs are searched: one block, or a range, whose absent bounds mean the latest block. */
export interface LogFilter extends LogCriteria {
  readonly blockHash: Bytes | undefined;
  readonly fromBlock: BlockParam | undefined;
  readonly toBlock: BlockParam | undefined;
}

/** Most positions of topics, because a log has at most four. */
const MAX_TOPICS = 4;

function decodeBytes(text: string, length: number, what: string): Bytes {
  if (text === '') throw new DecodeError('empty hex string');
  if (!text.startsWith('0x') && !text.startsWith('0X')) throw new DecodeError('hex string without 0x prefix');
  if (text.length % 2 === 1) throw new DecodeError('hex string of odd length');
  const bytes = tryFromHex(text.slice(2));
  if (bytes === undefined) throw new DecodeError('invalid hex string');
  if (bytes.length !== length)
    throw new DecodeError(`hex has invalid length ${bytes.length} after decoding; expected ${length} for ${what}`);
  return bytes;
}

/** Returns what the decoder returns, and prefixes its error with the location. */
function located<T>(where: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw error instanceof DecodeError ? new DecodeError(`${where}: ${error.message}`) : error;
  }
}

function decodeAddresses(value: unknown): readonly Bytes[] {
  if (typeof value === 'string') return [located('invalid address', () => decodeBytes(value, 20, 'address'))];
  if (!Array.isArray(value)) throw new DecodeError('invalid addresses in query');
  return value.map((item: unknown, i) => {
    if (typeof item !== 'string') throw new DecodeError(`non-string address at index ${i}`);
    return located(`invalid address at index ${i}`, () => decodeBytes(item, 20, 'address'));
  });
}

function decodeTopic(value: unknown): Bytes {
  if (typeof value !== 'string') throw new DecodeError('invalid topic(s)');
  return decodeBytes(value, 32, 'topic');
}

/** Decodes the alternatives of one position. A null among them matches everything. */
function decodeAlternatives(value: unknown): readonly Bytes[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) return [decodeTopic(value)];
  return value.includes(null) ? [] : value.map(decodeTopic);
}

function decodeTopics(value: unknown): readonly (readonly Bytes[])[] {
  const positions = decodeList(value, '[]interface {}', 'input.topics');
  if (positions.length > MAX_TOPICS) throw new DecodeError('exceed max topics');
  return positions.map(decodeAlternatives);
}

export function decodeLogFilter(value: unknown): LogFilter {
  const object = decodeObject(value, 'filters.input');
  const blockHash = member(object, 'blockHash', (given) => decodeHash(given, 'input.blockHash'));
  const fromBlock = member(object, 'fromBlock', decodeTagOrQuantity);
  const toBlock = member(object, 'toBlock', decodeTagOrQuantity);
  if (blockHash !== undefined && (fromBlock !== undefined || toBlock !== undefined))
    throw new DecodeError('cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other');
  return {
    blockHash,
    fromBlock,
    toBlock,
    addresses: member(object, 'address', decodeAddresses) ?? [],
    topics: member(object, 'topics', decodeTopics) ?? [],
  };
}

export const logFilter: Param<LogFilter> = required(
  'filter',
  'object: {fromBlock, toBlock, address, topics, blockHash}',
  decodeLogFilter,
);

/** Decodes the second parameter of a subscription: criteria for `logs`, a flag for `newPendingTransactions`. */
export const subscriptionOptions: Param<unknown> = optional('options', 'filter object, or boolean', (value) => value);
