/**
 * Encodes the signing info of a validator. Offset and counter retain their genesis values where downtime is not punished.
 */
import { bool, int, string, timestamp } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';

export const SigningInfo = message('cosmos.slashing.v1beta1.ValidatorSigningInfo', {
  /** Consensus address in bech32. */
  address: string(1),
  /** Height at which it last joined the set. */
  startHeight: int(2),
  indexOffset: int(3),
  jailedUntil: timestamp(4),
  /** True after a double sign: the validator can never validate again. */
  tombstoned: bool(5),
  missedBlocksCounter: int(6),
});
export type SigningInfo = Of<typeof SigningInfo>;
