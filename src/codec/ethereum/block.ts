/** An Ethereum block as bytes (go-ethereum `types.Block`; evm-json-rpc.md 1.5): header, transactions, no uncles, no withdrawals. */
import type { Bytes } from '../../kernel/bytes.js';
import { CodecError } from '../codec_error.js';
import { type EthereumHeader, headerItem } from './header.js';
import { decodeRlp, encodeRlp, type RlpItem } from './rlp.js';
import { RlpFields } from './rlp_fields.js';

/** `raw` is the canonical encoding (EIP-2718). */
export interface EncodedTransaction {
  readonly type: number;
  readonly raw: Bytes;
}

/** A legacy transaction is a list of the block's own, any other one a string. */
const bodyItem = ({ type, raw }: EncodedTransaction): RlpItem => (type === 0 ? decodeRlp(raw) : raw);

/** Without uncles and withdrawals. */
export const encodeBlock = (header: EthereumHeader, transactions: readonly EncodedTransaction[]): Bytes =>
  encodeRlp([headerItem(header), transactions.map(bodyItem), [], []]);

/** The number of an encoded block; of the rest only the beginning is looked at. Throws CodecError in geth's words. */
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
