/**
 * Defines messages that are parts of others: a message of any type with its name, an amount of a denom, and the
 * responses of a transaction.
 */
import { bytes, repeated, string } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';

export const Any = message('google.protobuf.Any', { typeUrl: string(1), value: bytes(2) });
export type Any = Of<typeof Any>;

/** Amount of a denom. `amount` is a decimal integer. */
export const Coin = message('cosmos.base.v1beta1.Coin', { denom: string(1), amount: string(2) });
export type Coin = Of<typeof Coin>;

/** `data` of a transaction's result: the response of each message. */
export const TxMsgData = message('cosmos.base.abci.v1beta1.TxMsgData', { msgResponses: repeated(2, Any) });
