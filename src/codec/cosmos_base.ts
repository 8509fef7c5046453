/** The two messages that everything else is made of: a message of any type behind its name, and an amount of a denom. */
import { bytes, string } from './field.js';
import { message, type Of } from './message.js';

export const Any = message('google.protobuf.Any', { typeUrl: string(1), value: bytes(2) });
export type Any = Of<typeof Any>;

/** `amount` is a decimal whole number. */
export const Coin = message('cosmos.base.v1beta1.Coin', { denom: string(1), amount: string(2) });
export type Coin = Of<typeof Coin>;
