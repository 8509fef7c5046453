/** The storage keys of `eth_getProof`: answered as they were spelled. */
import type { Bytes } from '../../../kernel/bytes.js';
import { type Param, required } from '../../jsonrpc/method.js';
import { decodeStorageKey } from './data.js';
import { decodeList, decodeString } from './go_json.js';

export interface StorageKey {
  readonly text: string;
  /** 32 bytes. */
  readonly slot: Bytes;
}

function decodeStorageKeys(value: unknown): readonly StorageKey[] {
  return decodeList(value, '[]string').map((item) => ({ text: decodeString(item), slot: decodeStorageKey(item) }));
}

export const storageKeys: Param<readonly StorageKey[]> = required(
  'storageKeys',
  'array of storage slots',
  decodeStorageKeys,
);
