/**
 * An Ethereum block as bytes (go-ethereum `types.Header`, `types.Block`; evm-json-rpc.md 1.5): a header of Osaka's
 * shape, in which what proof of work, withdrawals, blobs and requests would fill holds its empty value.
 */
import { type Bytes, EMPTY_BYTES } from '../kernel/bytes.js';
import { fromHex } from '../kernel/hex.js';
import { CodecError } from './codec_error.js';
import { decodeRlp, encodeRlp, type RlpItem, rlpUint } from './rlp.js';
import { RlpFields } from './rlp_fields.js';

/** What a header says that is not empty on every chain of this kind. */
export interface EthereumHeader {
  readonly parentHash: Bytes;
  readonly miner: Bytes;
  readonly stateRoot: Bytes;
  readonly transactionsRoot: Bytes;
  readonly receiptsRoot: Bytes;
  readonly logsBloom: Bytes;
  readonly number: bigint;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  /** Unix seconds. */
  readonly timestamp: bigint;
  readonly mixHash: Bytes;
  readonly baseFeePerGas: bigint;
}

/** `raw` is the canonical encoding (EIP-2718). */
export interface EncodedTransaction {
  readonly type: number;
  readonly raw: Bytes;
}

const EMPTY_UNCLES = fromHex('1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347');
const EMPTY_TRIE_ROOT = fromHex('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421');
const EMPTY_REQUESTS = fromHex('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
const NONCE = new Uint8Array(8);
const ZERO_HASH = new Uint8Array(32);

const headerItem = (header: EthereumHeader): RlpItem => [
  header.parentHash,
  EMPTY_UNCLES,
  header.miner,
  header.stateRoot,
  header.transactionsRoot,
  header.receiptsRoot,
  header.logsBloom,
  EMPTY_BYTES,
  rlpUint(header.number),
  rlpUint(header.gasLimit),
  rlpUint(header.gasUsed),
  rlpUint(header.timestamp),
  EMPTY_BYTES,
  header.mixHash,
  NONCE,
  rlpUint(header.baseFeePerGas),
  EMPTY_TRIE_ROOT,
  EMPTY_BYTES,
  EMPTY_BYTES,
  ZERO_HASH,
  EMPTY_REQUESTS,
];

/** A legacy transaction is a list of the block's own, any other one a string. */
const bodyItem = ({ type, raw }: EncodedTransaction): RlpItem => (type === 0 ? decodeRlp(raw) : raw);

export const encodeHeader = (header: EthereumHeader): Bytes => encodeRlp(headerItem(header));

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
