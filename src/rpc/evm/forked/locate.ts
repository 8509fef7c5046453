/** Decides whether this chain or the history below it has what a request is about. */
import type { EarlierHistory } from '../../../backend/evm/blocks.js';
import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { Client } from '../../../kernel/fair_scheduler.js';
import { to0x } from '../../../kernel/hex.js';
import { heightOf } from '../blocks.js';
import type { Forwarding } from './forwarding.js';
import type { ChainPlace } from './places.js';

/** Node that answers: this chain, the remote, or the one that knows a hash that is not this chain's. */
export type Location =
  | { readonly type: 'own' }
  | { readonly type: 'history'; readonly number: bigint }
  | { readonly type: 'unknownHash'; readonly hash: Bytes };

const OWN: Location = { type: 'own' };

/** Locates a place. The last earlier block is in the history; its state, where this chain began, is this chain's. */
export function locate(evm: EvmBackend, { blockNumber }: EarlierHistory, place: ChainPlace): Location {
  if (place.type === 'transaction')
    return evm.transaction(place.hash) === undefined ? { type: 'unknownHash', hash: place.hash } : OWN;
  const { block } = place;
  if (block.type === 'pending') return OWN;
  const number = heightOf(evm, block);
  if (number === undefined) return block.type === 'hash' ? { type: 'unknownHash', hash: block.hash } : OWN;
  const isOwn = place.type === 'state' ? number >= blockNumber : number > blockNumber;
  return isOwn ? OWN : { type: 'history', number };
}

/** Requests something of the remote. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Client, and the way in which its requests reach the remote. */
interface Asker {
  readonly forwarding: Forwarding;
  readonly peer: Client;
}

/** Returns how a client of this chain requests something of the remote. */
export const askFor =
  ({ forwarding, peer }: Asker, forked: EarlierHistory): Ask =>
  (method, params) =>
    forwarding.request(forked, peer, method, params);

/** Hash of a block or of a transaction. */
export interface Hashed {
  readonly type: 'block' | 'transaction';
  readonly hash: Bytes;
}

/** Returns whether the remote has the block or the transaction at or below the fork. */
export async function isInHistory(ask: Ask, { blockNumber }: EarlierHistory, { type, hash }: Hashed): Promise<boolean> {
  if (type === 'block') return isAtMost(blockNumber, await ask('eth_getBlockByHash', [to0x(hash), false]), 'number');
  return isAtMost(blockNumber, await ask('eth_getTransactionByHash', [to0x(hash)]), 'blockNumber');
}

/** Resolves to the number of the earlier block with a hash, or to undefined. */
export async function numberOfHash(
  ask: Ask,
  { blockNumber }: EarlierHistory,
  hash: Bytes,
): Promise<bigint | undefined> {
  const block = await ask('eth_getBlockByHash', [to0x(hash), false]);
  return isAtMost(blockNumber, block, 'number') ? BigInt(Object(block).number) : undefined;
}

/** Returns whether an answer of the remote has a member with a block number, which is at most `most`. */
export function isAtMost(most: bigint, answer: unknown, member: string): boolean {
  const number: unknown = Object(answer)[member];
  return typeof number === 'string' && /^0x[\da-f]+$/i.test(number) && BigInt(number) <= most;
}
