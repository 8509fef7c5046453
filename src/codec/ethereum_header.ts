/**
 * An Ethereum header with all fields up to Prague's (EIPs 1559, 4895, 4844, 4788, 7685), and its hash. What belongs to
 * work, withdrawals, blobs and requests holds the value that stands for none. Blocks of this chain are named by the
 * consensus header's hash; this one names what consensus never sees.
 */
import { type Bytes, EMPTY_BYTES } from '../kernel/bytes.js';
import { keccak256, sha256 } from '../kernel/hash.js';
import { encodeRlp, rlpUint } from './rlp.js';

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

const NO_NONCE = new Uint8Array(8);
const NO_BEACON_ROOT = new Uint8Array(32);

export const ethereumHeaderHash = (header: EthereumHeader): Bytes =>
  keccak256(
    encodeRlp([
      header.parentHash,
      keccak256(encodeRlp([])),
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
      NO_NONCE,
      rlpUint(header.baseFeePerGas),
      keccak256(encodeRlp(EMPTY_BYTES)),
      EMPTY_BYTES,
      EMPTY_BYTES,
      NO_BEACON_ROOT,
      sha256(EMPTY_BYTES),
    ]),
  );
