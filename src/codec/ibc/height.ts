/** Defines `ibc.core.client.v1.Height`. The revision number is the number at the end of the chain's id. */
import { uint } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';

export const Height = message('ibc.core.client.v1.Height', { revisionNumber: uint(1), revisionHeight: uint(2) });
export type Height = Of<typeof Height>;

/** Value of `timeoutHeight` that means no timeout height. */
export const NO_HEIGHT: Height = { revisionNumber: 0n, revisionHeight: 0n };
