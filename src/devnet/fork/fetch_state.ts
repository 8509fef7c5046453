/** Fetches accounts and slots at one block, all in one batch, and decodes the responses. */
import type { RemoteEntry } from '../../app/state/remote_source.js';
import type { RemoteNode } from '../../client/remote_node.js';
import type { RemoteKey } from '../../evm/absent_remote.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { fromHex, to0x, tryFromHex } from '../../kernel/hex.js';
import { quoted, shownJson } from '../../kernel/text.js';
import { isRecord } from '../../settings/reader.js';
import { isHash, quantityText, tryQuantity } from './fork_point.js';

const ACCOUNT_METHODS = ['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode'] as const;
const SLOT_DIGITS = 64;
const NONCE_LIMIT = 2n ** 64n;
/** Most bytes of a code. A byte costs 200 gas when it is deployed, so no chain has longer ones. */
const MAX_CODE_BYTES = 1024 * 1024;
/** Most characters of a response that an error repeats. */
const MAX_SHOWN = 400;

/** Returns the values of keys. Rejects with HalleyError `unavailable`, `limit-exceeded` or `remote-error`. */
export async function fetchState(
  node: RemoteNode,
  keys: readonly RemoteKey[],
  number: bigint,
): Promise<readonly RemoteEntry[]> {
  const at = quantityText(number);
  return Promise.all(
    keys.map((key) => {
      if (key.type === 'blockHash') return fetchHash(node, key);
      return key.type === 'slot' ? fetchSlot(node, key, at) : fetchAccount(node, key, at);
    }),
  );
}

// Calls of one turn share a request, so the fetches below do too.

async function fetchAccount(
  node: RemoteNode,
  { address }: Extract<RemoteKey, { type: 'account' }>,
  at: string,
): Promise<RemoteEntry> {
  const calls = ACCOUNT_METHODS.map((method) => ({ method, params: [to0x(address), at] }));
  const [balance, nonce, code] = await node.calls(calls);
  return {
    ...{ type: 'account', address },
    account: {
      balance: tryQuantity(balance) ?? malformed(node, 'eth_getBalance', balance),
      nonce: nonceOf(node, nonce),
      code: codeOf(node, code),
    },
  };
}

async function fetchSlot(
  node: RemoteNode,
  { address, slot }: Extract<RemoteKey, { type: 'slot' }>,
  at: string,
): Promise<RemoteEntry> {
  const method = 'eth_getStorageAt';
  const value = await node.call(method, [to0x(address), `0x${to0x(slot).slice(2).padStart(SLOT_DIGITS, '0')}`, at]);
  return { type: 'slot', address, slot, value: tryWord(value) ?? malformed(node, method, value) };
}

async function fetchHash(node: RemoteNode, key: Extract<RemoteKey, { type: 'blockHash' }>): Promise<RemoteEntry> {
  const method = 'eth_getBlockByNumber';
  const block = await node.call(method, [quantityText(key.number), false]);
  const hash = isRecord(block) ? block['hash'] : undefined;
  return { ...key, hash: isHash(hash) ? fromHex(hash) : malformed(node, method, hash ?? block) };
}

function nonceOf(node: RemoteNode, value: unknown): bigint {
  const nonce = tryQuantity(value) ?? malformed(node, 'eth_getTransactionCount', value);
  if (nonce < NONCE_LIMIT) return nonce;
  return malformed(node, 'eth_getTransactionCount', value, 'expected a number below 2^64');
}

function codeOf(node: RemoteNode, value: unknown): Bytes {
  if (typeof value === 'string' && value.length > 2 + 2 * MAX_CODE_BYTES)
    malformed(node, 'eth_getCode', value, `expected at most ${MAX_CODE_BYTES} bytes`);
  return tryData(value) ?? malformed(node, 'eth_getCode', value);
}

const tryData = (value: unknown): Bytes | undefined =>
  typeof value === 'string' && value.startsWith('0x') ? tryFromHex(value.slice(2)) : undefined;

/** Decodes a word, from which some nodes strip leading zeros. */
function tryWord(value: unknown): Bytes | undefined {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{0,64}$/i.test(value)) return undefined;
  return tryFromHex(value.slice(2).padStart(SLOT_DIGITS, '0'));
}

function malformed({ label }: RemoteNode, method: string, value: unknown, why = 'which is not a hex value'): never {
  const shown = quoted(shownJson(typeof value === 'string' ? value.slice(0, MAX_SHOWN) : value));
  throw new HalleyError('remote-error', `${label} answered ${method} with ${shown}, ${why}`, { method });
}
