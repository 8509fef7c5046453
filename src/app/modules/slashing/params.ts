/** The slashing module's parameters. Those of downtime are kept and not acted on. */
import { duration, int, integer } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';

/** Shares are decimals of 18 digits: they stand in fields of type bytes here, and are text all the same. */
export const SlashingParams = message('cosmos.slashing.v1beta1.Params', {
  /** Blocks. */
  signedBlocksWindow: int(1),
  minSignedPerWindow: integer(2),
  /** Nanoseconds. */
  downtimeJailDuration: duration(3),
  slashFractionDoubleSign: integer(4),
  slashFractionDowntime: integer(5),
});
export type SlashingParams = Of<typeof SlashingParams>;
