/** Defines the slashing module's parameters. Those of downtime apply where the chain's own ones enable it. */
import { duration, int, integer } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';

/**
 * Encodes the parameters. Shares are decimals of 18 digits; their fields have the type bytes here, but contain text.
 */
export const SlashingParams = message('cosmos.slashing.v1beta1.Params', {
  /** Blocks. */
  signedBlocksWindow: int(1),
  minSignedPerWindow: integer(2, 'decBytes'),
  /** Nanoseconds. */
  downtimeJailDuration: duration(3),
  slashFractionDoubleSign: integer(4, 'decBytes'),
  slashFractionDowntime: integer(5, 'decBytes'),
});
export type SlashingParams = Of<typeof SlashingParams>;
