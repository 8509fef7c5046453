/**
 * Encodes an Ethereum block (go-ethereum `types.Block`; evm-json-rpc.md 1.5): header and transactions, without uncles
 * and withdrawals.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { CodecError } from '../codec_error.js';
import { type EthereumHeader, headerItem } from './header.js';
import { decodeRlp, encodeRlp, RlpFields, type RlpItem } from './rlp.js';

/** Encoded transaction. `raw` is its canonical encoding (EIP-2718). */
export interface EncodedTransaction {
  readonly type: number;
  readonly raw: Bytes;
}

/**
 * Returns a transaction as a block contains it: a legacy transaction is a nested list, and any other one is a string.
 */
const bodyItem = ({ type, raw }: EncodedTransaction): RlpItem => (type === 0 ? decodeRlp(raw) : raw);

/** Encodes a block without uncles and withdrawals. */
export const encodeBlock = (header: EthereumHeader, transactions: readonly EncodedTransaction[]): Bytes =>
  encodeRlp([headerItem(header), transactions.map(bodyItem), [], []]);

/**
 * Returns the number of an encoded block. Only the beginning of the rest is checked. Throws CodecError with geth's
 * texts.
 */
export function blockNumberOf(bytes: Bytes): bigint {
  const block = decodeRlp(bytes);
  if (block instanceof Uint8Array) throw new CodecError('rlp: expected input list for types.extblock');
  const [header, transactions, uncles] = block;
  if (header === undefined) throw new CodecError('rlp: too few elements for types.extblock');
  const fields = new RlpFields(header, 'types.Header', '(types.extblock).Header');
  for (const name of ['ParentHash', 'UncleHash']) fields.hash(name);
  fields.address('Coinbase');
  for (const name of ['Root', 'TxHash', 'ReceiptHash']) fields.hash(name);
  fields.bytes('Bloom');
  fields.uint('Difficulty');
  const number = fields.uint('Number');
  if (transactions === undefined || uncles === undefined)
    throw new CodecError('rlp: too few elements for types.extblock');
  return number;
}
