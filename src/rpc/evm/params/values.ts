/** Defines the simple parameters that many methods share. */
import type { Bytes } from '../../../kernel/bytes.js';
import { defaulted, type Param, required } from '../../jsonrpc/method.js';
import { decodeAddress, decodeData, decodeHash, decodeStorageKey } from './data.js';
import { decodeBoolean, decodeString } from './go_json.js';
import { decodeUint } from './numbers.js';

export const address: Param<Bytes> = required('address', '20-byte data', (value) => decodeAddress(value));

export const blockHash: Param<Bytes> = required('blockHash', '32-byte data', (value) => decodeHash(value));

export const transactionHash: Param<Bytes> = required('transactionHash', '32-byte data', (value) => decodeHash(value));

export const storageSlot: Param<Bytes> = required('slot', 'up to 32 bytes of hex', decodeStorageKey);

/** Takes 32 bytes: a storage value or a hash. */
export const word: Param<Bytes> = required('word', '32-byte data', (value) => decodeHash(value));

export const data: Param<Bytes> = required('data', 'data', (value) => decodeData(value));

export const index: Param<bigint> = required('index', 'quantity', (value) => decodeUint(value));

/** Selects hashes when false. */
export const fullTransactions: Param<boolean> = required(
  'fullTransactions',
  'boolean: transaction objects instead of hashes',
  (value) => decodeBoolean(value),
);

/** Selects hashes when false or absent. */
export const wholeTransactions: Param<boolean> = defaulted(
  'whole',
  'boolean: transaction objects instead of hashes',
  false,
  (value) => decodeBoolean(value),
);

const decodeId = (value: unknown): string => decodeString(value, undefined, 'rpc.ID');

export const filterId: Param<string> = required('filterId', 'filter id', (value) => decodeId(value));

export const subscriptionId: Param<string> = required('subscriptionId', 'subscription id', (value) => decodeId(value));

export const subscriptionName: Param<string> = required(
  'kind',
  '`newHeads`, `logs`, `newPendingTransactions`, `halley_trace` or `halley_wallet`',
  (value) => decodeString(value),
);

export const flag: Param<boolean> = required('enabled', 'boolean', (value) => decodeBoolean(value));
