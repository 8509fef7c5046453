/** What methods of the node's own accounts take. */
import { optional, type Param, required } from '../../jsonrpc/method.js';
import { decodeString } from './go_json.js';
import { decodeWhole } from './whole.js';

export const password: Param<string> = required('password', 'string', (value) => decodeString(value));

/** Of an account that is never locked nobody looks at it. */
export const optionalPassword: Param<string | undefined> = optional('password', 'string', (value) =>
  decodeString(value),
);

/** 32 bytes of hex without 0x, as nodes take it. */
export const rawKey: Param<string> = required('privateKey', '32 bytes of hex without 0x', (value) =>
  decodeString(value),
);

/** How long an account stays unlocked. */
export const unlockSeconds: Param<bigint | undefined> = optional('seconds', 'number or quantity', (value) =>
  decodeWhole(value, 'a duration'),
);

export const url: Param<string> = required('url', 'string', (value) => decodeString(value));
