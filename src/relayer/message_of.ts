/** Encodes a message as a transaction contains it. */
import type { Any } from '../codec/cosmos/base.js';
import type { Message } from '../codec/protobuf/message.js';

export const anyOf = <T>({ typeUrl, encode }: Message<T>, value: T): Any => ({ typeUrl, value: encode(value) });
