/**
 * What slashing remembers of a validator (`cosmos.slashing.v1beta1.ValidatorSigningInfo`). Missed blocks are not counted,
 * so that offset and counter stay what genesis says.
 */
import { decodeTimestamp, encodeTimestamp, ProtoReader, ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';

export interface SigningInfo {
  /** Bech32 of the consensus address. */
  readonly address: string;
  /** When it joined the set, the last time. */
  readonly startHeight: bigint;
  readonly indexOffset: bigint;
  readonly jailedUntil: UnixNanos;
  /** Guilty of a double sign: never to validate again. */
  readonly tombstoned: boolean;
  readonly missedBlocksCounter: bigint;
}

export const encodeSigningInfo = (info: SigningInfo): Bytes =>
  new ProtoWriter()
    .string(1, info.address)
    .int(2, info.startHeight)
    .int(3, info.indexOffset)
    .message(4, encodeTimestamp(info.jailedUntil))
    .bool(5, info.tombstoned)
    .int(6, info.missedBlocksCounter)
    .finish();

export function decodeSigningInfo(bytes: Bytes): SigningInfo {
  const numbers = { startHeight: 0n, indexOffset: 0n, jailedUntil: 0n, missedBlocksCounter: 0n };
  let address = '';
  let tombstoned = false;
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) address = reader.string();
    else if (field === 2) numbers.startHeight = reader.int();
    else if (field === 3) numbers.indexOffset = reader.int();
    else if (field === 4) numbers.jailedUntil = decodeTimestamp(reader.bytes());
    else if (field === 5) tombstoned = reader.bool();
    else if (field === 6) numbers.missedBlocksCounter = reader.int();
    else throw reader.unknown('ValidatorSigningInfo');
  }
  return { address, tombstoned, ...numbers };
}
