/**
 * Encodes an Ethereum header (go-ethereum `types.Header`) with the fields of its fork up to Prague (EIPs 1559, 4895,
 * 4844, 4788, 7685). Fields of proof of work, withdrawals, blobs and requests have their empty values. Blocks of this
 * chain are identified by the consensus header's hash. The hash of this header identifies only blocks that consensus
 * never sees.
 */
import { type Bytes, EMPTY_BYTES, ZERO_HASH } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { fromHex } from '../../kernel/hex.js';
import { encodeRlp, type RlpItem, rlpUint } from './rlp.js';

/** Fork that determines a header's fields. Cancun added blobs and the beacon root, and Prague added requests. */
export type HeaderEra = 'shanghai' | 'cancun' | 'prague';

export interface EthereumHeader {
  /** Fork of the header. The default is Prague. */
  readonly era?: HeaderEra;
  readonly parentHash: Bytes;
  readonly miner: Bytes;
  readonly stateRoot: Bytes;
  readonly transactionsRoot: Bytes;
  readonly receiptsRoot: Bytes;
  readonly logsBloom: Bytes;
  readonly number: bigint;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  /** Unix time in seconds. */
  readonly timestamp: bigint;
  readonly mixHash: Bytes;
  readonly baseFeePerGas: bigint;
}

/** Fields that do not follow from the block's transactions and receipts. */
export type EthereumHeaderFacts = Omit<EthereumHeader, 'transactionsRoot' | 'receiptsRoot' | 'logsBloom'>;

const EMPTY_UNCLES = fromHex('1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347');
const EMPTY_TRIE_ROOT = fromHex('56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421');
const EMPTY_REQUESTS = fromHex('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
const NONCE = new Uint8Array(8);

export const hasBlobs = ({ era }: EthereumHeader): boolean => era !== 'shanghai';
export const hasRequests = ({ era = 'prague' }: EthereumHeader): boolean => era === 'prague';

/** Returns the header as a block contains it. */
export const headerItem = (header: EthereumHeader): RlpItem => [
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
  ...(hasBlobs(header) ? [EMPTY_BYTES, EMPTY_BYTES, ZERO_HASH] : []),
  ...(hasRequests(header) ? [EMPTY_REQUESTS] : []),
];

export const encodeHeader = (header: EthereumHeader): Bytes => encodeRlp(headerItem(header));

export const ethereumHeaderHash = (header: EthereumHeader): Bytes => keccak256(encodeHeader(header));
