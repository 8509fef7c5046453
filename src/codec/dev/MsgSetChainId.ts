/**
 * Defines `halley.dev.v1.MsgSetChainId`, which sets the chain id of EIP-155 from the next block on. The consensus
 * chain's id stays.
 */
import { uint } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetChainId = message('halley.dev.v1.MsgSetChainId', { evmChainId: uint(1) });
