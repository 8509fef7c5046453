/** Defines `halley.dev.v1.MsgMintCoins`, which adds an amount of any denom, in its smallest unit, to an account. */
import { bytes, integer, string } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgMintCoins = message('halley.dev.v1.MsgMintCoins', {
  address: bytes(1),
  denom: string(2),
  amount: integer(3),
});
