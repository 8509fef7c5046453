/** `halley.dev.v1.MsgSetChainId`: EIP-155's number, from the next block on; the consensus chain's id stays. */
import { uint } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetChainId = message('halley.dev.v1.MsgSetChainId', { evmChainId: uint(1) });
