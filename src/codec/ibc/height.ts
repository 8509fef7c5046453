/** `ibc.core.client.v1.Height`: of a chain whose id ends in a number, that number and a block's. */
import { uint } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';

export const Height = message('ibc.core.client.v1.Height', { revisionNumber: uint(1), revisionHeight: uint(2) });
export type Height = Of<typeof Height>;

/** As `timeoutHeight`: there is none. */
export const NO_HEIGHT: Height = { revisionNumber: 0n, revisionHeight: 0n };
