/** Decodes the storage keys of `eth_getProof`. The proof returns each key as the caller wrote it. */
import type { Bytes } from '../../../kernel/bytes.js';
import { type Param, required } from '../../jsonrpc/method.js';
import { decodeStorageKey } from './data.js';
import { decodeList, decodeString } from './go_json.js';

export interface StorageKey {
  readonly text: string;
  /** Holds the key as 32 bytes. */
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
