/** The messages that others are made of: one of any type behind its name, an amount of a denom, a transaction's answers. */
import { bytes, repeated, string } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';

export const Any = message('google.protobuf.Any', { typeUrl: string(1), value: bytes(2) });
export type Any = Of<typeof Any>;

/** `amount` is a decimal whole number. */
export const Coin = message('cosmos.base.v1beta1.Coin', { denom: string(1), amount: string(2) });
export type Coin = Of<typeof Coin>;

/** The `data` of a transaction's result: each message's answer. */
export const TxMsgData = message('cosmos.base.abci.v1beta1.TxMsgData', { msgResponses: repeated(2, Any) });
