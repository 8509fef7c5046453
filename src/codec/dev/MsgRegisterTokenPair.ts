/** `halley.dev.v1.MsgRegisterTokenPair`: a coin gets a contract at an address; without one a voucher's is that of its hash. */
import { bytes, string } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgRegisterTokenPair = message('halley.dev.v1.MsgRegisterTokenPair', {
  denom: string(1),
  contract: bytes(2),
});
