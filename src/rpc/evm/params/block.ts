/**
 * Decodes the block parameter (documented.md 1): a quantity or a tag and, where a method accepts hashes, a 32-byte hash
 * or the object of EIP-1898. `safe` and `finalized` equal `latest`, because a committed block is final, unless
 * `--slots-in-an-epoch` places them behind it.
 */
import { CodecError } from '../../../codec/codec_error.js';
import { blockNumberOf } from '../../../codec/ethereum/block.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { DecodeError, refusal } from '../../jsonrpc/errors.js';
import { defaulted, type Param, required } from '../../jsonrpc/method.js';
import { decodeData, decodeHash } from './data.js';
import { cannotUnmarshal, decodeObject, jsonKind, member } from './go_json.js';
import { readQuantity } from './numbers.js';

export type BlockParam =
  | { readonly type: 'latest' }
  | { readonly type: 'safe' }
  | { readonly type: 'finalized' }
  | { readonly type: 'pending' }
  /** First block that the node has. */
  | { readonly type: 'earliest' }
  | { readonly type: 'number'; readonly number: bigint }
  | { readonly type: 'hash'; readonly hash: Bytes };

export const LATEST: BlockParam = { type: 'latest' };
const PENDING: BlockParam = { type: 'pending' };
const MAX_INT64 = 0x7fff_ffff_ffff_ffffn;

const TAGS: ReadonlyMap<string, BlockParam> = new Map<string, BlockParam>([
  ['latest', LATEST],
  ['safe', { type: 'safe' }],
  ['finalized', { type: 'finalized' }],
  ['pending', PENDING],
  ['earliest', { type: 'earliest' }],
]);

/** Decodes what `decodeTagOrQuantity` decodes, and a JSON number or decimal digits, as nodes of Cosmos chains do. */
export function decodeBlockNumber(value: unknown): BlockParam {
  const digits = typeof value === 'number' ? String(value) : value;
  if (typeof digits !== 'string' || !/^\d{1,20}$/.test(digits)) return decodeTagOrQuantity(value);
  return numbered(BigInt(digits));
}

/** Decodes a tag or a quantity, as geth's block number does. */
export function decodeTagOrQuantity(value: unknown): BlockParam {
  if (typeof value !== 'string') throw new DecodeError('hex string without 0x prefix');
  const tag = TAGS.get(value);
  if (tag !== undefined) return tag;
  const number = readQuantity(value, 64);
  if (typeof number === 'string') throw new DecodeError(number);
  return numbered(number);
}

function numbered(number: bigint): BlockParam {
  if (number > MAX_INT64) throw new DecodeError('block number larger than int64');
  return { type: 'number', number };
}

/** Decodes a tag, a quantity, a hash or an object. */
export function decodeBlockNumberOrHash(value: unknown): BlockParam {
  if (typeof value === 'object' && !Array.isArray(value)) return decodeBlockObject(value);
  if (typeof value !== 'string') throw cannotUnmarshal(jsonKind(value), 'string', undefined);
  if (value.length === 66) return { type: 'hash', hash: decodeHash(value) };
  return decodeTagOrQuantity(value);
}

function decodeBlockObject(value: unknown): BlockParam {
  const object = decodeObject(value, 'rpc.BlockNumberOrHash');
  const hash = member(object, 'blockHash', (given) => decodeHash(given));
  const number = member(object, 'blockNumber', decodeBlockNumber);
  if (hash !== undefined && number !== undefined)
    throw new DecodeError('cannot specify both BlockHash and BlockNumber, choose one or the other');
  if (hash !== undefined) return { type: 'hash', hash };
  if (number !== undefined) return number;
  throw refusal('types BlockHash and BlockNumber cannot be both nil');
}

/** Block whose state is read, as the last argument; `latest` when absent. A null is refused. */
export const stateBlock: Param<BlockParam> = {
  ...defaulted('block', 'block number, tag, hash or EIP-1898 object', LATEST, decodeBlockNumberOrHash),
  nullable: false,
};

/** Block whose `stateRoot` covers what is read, as the last argument; `latest` when absent. */
export const provenBlock: Param<BlockParam> = { ...stateBlock };

/** Block of a method that is about the next block, as the last argument; `pending` when absent. */
export const nextBlock: Param<BlockParam> = defaulted(
  'block',
  'block number, tag, hash or EIP-1898 object',
  PENDING,
  decodeBlockNumberOrHash,
);

export const blockNumber: Param<BlockParam> = required('block', 'block number or tag', decodeBlockNumber);

/** Block as such: its transactions, receipts, traces or accounts. */
export const block: Param<BlockParam> = required(
  'block',
  'block number, tag, hash or EIP-1898 object',
  decodeBlockNumberOrHash,
);

function numberIn(block: Bytes): bigint {
  try {
    return blockNumberOf(block);
  } catch (error) {
    if (error instanceof CodecError) throw refusal(`could not decode block: ${error.message}`);
    throw error;
  }
}

/** RLP-encoded block, of which only the number is used. */
export const encodedBlock: Param<BlockParam> = required('data', 'data', (value) => ({
  type: 'number',
  number: numberIn(decodeData(value)),
}));
