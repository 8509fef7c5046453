/**
 * Small fixed-layout records of the block store: the position of a transaction, and the fields of an EVM block that its
 * header does not have.
 */
import { ProtoReader, ProtoWriter } from '../../codec/protobuf/index.js';
import { type Bytes, bigintToBytes, bytesToBigint, EMPTY_BYTES } from '../../kernel/bytes.js';
import { heightBytes } from './keys.js';

export interface TxPosition {
  readonly height: bigint;
  /** Transactions of the block before this one. */
  readonly index: number;
}

export function encodePosition({ height, index }: TxPosition): Bytes {
  const out = new Uint8Array(12);
  out.set(heightBytes(height), 0);
  new DataView(out.buffer).setUint32(8, index);
  return out;
}

export function decodePosition(bytes: Bytes): TxPosition {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { height: view.getBigUint64(0), index: view.getUint32(8) };
}

/** Fields that the EVM view of a height needs and the consensus block does not have. */
export interface EvmRecord {
  /** State's root after the block. */
  readonly stateRoot: Bytes;
  readonly baseFeePerGas: bigint;
  readonly gasLimit: bigint;
  /** Proposer's operator account. */
  readonly miner: Bytes;
  /** 256 bytes, or none when the block has no logs. */
  readonly logsBloom: Bytes;
}

export const encodeEvmRecord = (record: EvmRecord): Bytes =>
  new ProtoWriter()
    .bytes(1, record.stateRoot)
    .bytes(2, bigintToBytes(record.baseFeePerGas))
    .bytes(3, bigintToBytes(record.gasLimit))
    .bytes(4, record.miner)
    .bytes(5, record.logsBloom)
    .finish();

export function decodeEvmRecord(bytes: Bytes): EvmRecord {
  const fields = [EMPTY_BYTES, EMPTY_BYTES, EMPTY_BYTES, EMPTY_BYTES, EMPTY_BYTES, EMPTY_BYTES];
  const reader = new ProtoReader(bytes);
  while (!reader.done) fields[reader.next().field] = reader.bytes();
  const [, stateRoot, baseFee, gasLimit, miner, logsBloom] = fields as [Bytes, Bytes, Bytes, Bytes, Bytes, Bytes];
  return {
    stateRoot,
    baseFeePerGas: bytesToBigint(baseFee),
    gasLimit: bytesToBigint(gasLimit),
    miner,
    logsBloom,
  };
}
