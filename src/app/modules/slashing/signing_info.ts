/**
 * What slashing remembers of a validator. Missed blocks are not counted, so that offset and counter stay what genesis
 * says.
 */
import { bool, int, string, timestamp } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';

export const SigningInfo = message('cosmos.slashing.v1beta1.ValidatorSigningInfo', {
  /** Bech32 of the consensus address. */
  address: string(1),
  /** When it joined the set, the last time. */
  startHeight: int(2),
  indexOffset: int(3),
  jailedUntil: timestamp(4),
  /** Guilty of a double sign: never to validate again. */
  tombstoned: bool(5),
  missedBlocksCounter: int(6),
});
export type SigningInfo = Of<typeof SigningInfo>;
