/** Defines the parameters of methods for the node's own accounts. */
import { optional, type Param, required } from '../../jsonrpc/method.js';
import { decodeString } from './go_json.js';
import { decodeWhole } from './numbers.js';

export const password: Param<string> = required('password', 'string', (value) => decodeString(value));

/** Password that is ignored, for an account that is never locked. */
export const optionalPassword: Param<string | undefined> = optional('password', 'string', (value) =>
  decodeString(value),
);

/** Takes a private key as 32 bytes of hex without 0x, as nodes do. */
export const rawKey: Param<string> = required('privateKey', '32 bytes of hex without 0x', (value) =>
  decodeString(value),
);

/** Seconds for which an account stays unlocked. */
export const unlockSeconds: Param<bigint | undefined> = optional('seconds', 'number or quantity', (value) =>
  decodeWhole(value, 'a duration'),
);

export const url: Param<string> = required('url', 'string', (value) => decodeString(value));
