/** A message as a transaction holds it. */
import type { Any } from '../codec/cosmos_base.js';
import type { Message } from '../codec/message.js';

export const anyOf = <T>({ typeUrl, encode }: Message<T>, value: T): Any => ({ typeUrl, value: encode(value) });
