/**
 * Defines `halley.dev.v1.MsgRegisterTokenPair`, which registers a contract address for a coin. Without an address, a
 * voucher gets the one derived from its hash.
 */
import { bytes, string } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgRegisterTokenPair = message('halley.dev.v1.MsgRegisterTokenPair', {
  denom: string(1),
  contract: bytes(2),
});
