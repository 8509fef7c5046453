/** The slashing module's parameters (`cosmos.slashing.v1beta1.Params`). Those of downtime are kept and not acted on. */
import { decodeDuration, encodeDuration, ProtoReader, ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';

/** Shares are decimals of 18 digits. */
export interface SlashingParams {
  /** Blocks. */
  readonly signedBlocksWindow: bigint;
  readonly minSignedPerWindow: bigint;
  /** Nanoseconds. */
  readonly downtimeJailDuration: bigint;
  readonly slashFractionDoubleSign: bigint;
  readonly slashFractionDowntime: bigint;
}

/** Decimals stand in fields of type bytes here, and are text all the same. */
export const encodeSlashingParams = (params: SlashingParams): Bytes =>
  new ProtoWriter()
    .int(1, params.signedBlocksWindow)
    .string(2, params.minSignedPerWindow.toString())
    .message(3, encodeDuration(params.downtimeJailDuration))
    .string(4, params.slashFractionDoubleSign.toString())
    .string(5, params.slashFractionDowntime.toString())
    .finish();

export function decodeSlashingParams(bytes: Bytes): SlashingParams {
  const params = {
    signedBlocksWindow: 0n,
    minSignedPerWindow: 0n,
    downtimeJailDuration: 0n,
    slashFractionDoubleSign: 0n,
    slashFractionDowntime: 0n,
  };
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) params.signedBlocksWindow = reader.int();
    else if (field === 2) params.minSignedPerWindow = BigInt(reader.string());
    else if (field === 3) params.downtimeJailDuration = decodeDuration(reader.bytes());
    else if (field === 4) params.slashFractionDoubleSign = BigInt(reader.string());
    else if (field === 5) params.slashFractionDowntime = BigInt(reader.string());
    else throw reader.unknown('slashing Params');
  }
  return params;
}
