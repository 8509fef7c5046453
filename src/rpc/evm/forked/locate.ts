/** Decides whether this chain or the remote's history has what a request is about. */
import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import type { ForkedHistory } from '../../../backend/evm/forked.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { Client } from '../../../kernel/fair_scheduler.js';
import { to0x } from '../../../kernel/hex.js';
import { heightOf } from '../blocks.js';
import type { Forwarding } from './forwarding.js';
import type { Place } from './places.js';

/** Says who answers: this chain, the remote, or the one that knows a hash that is not this chain's. */
export type Location =
  | { readonly type: 'own' }
  | { readonly type: 'history'; readonly number: bigint }
  | { readonly type: 'unknownHash'; readonly hash: Bytes };

const OWN: Location = { type: 'own' };

/** Locates a place. The block of the fork is in the history; its state, where this chain began, is this chain's. */
export function locate(evm: EvmBackend, { blockNumber }: ForkedHistory, place: Place): Location {
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

/** Is a client, and what sends its requests to the remote. */
interface Asker {
  readonly forwarding: Forwarding;
  readonly peer: Client;
}

/** Returns how a client of this chain requests something of the remote. */
export const askFor =
  ({ forwarding, peer }: Asker, forked: ForkedHistory): Ask =>
  (method, params) =>
    forwarding.request(forked, peer, method, params);

/** Is the hash of a block or of a transaction. */
export interface Hashed {
  readonly type: 'block' | 'transaction';
  readonly hash: Bytes;
}

/** Returns whether the remote has the block or the transaction at or below the fork. */
export async function isInHistory(ask: Ask, { blockNumber }: ForkedHistory, { type, hash }: Hashed): Promise<boolean> {
  if (type === 'block') return isAtMost(blockNumber, await ask('eth_getBlockByHash', [to0x(hash), false]), 'number');
  return isAtMost(blockNumber, await ask('eth_getTransactionByHash', [to0x(hash)]), 'blockNumber');
}

/** Returns whether an answer of the remote has a member with a block number, which is at most `most`. */
export function isAtMost(most: bigint, answer: unknown, member: string): boolean {
  const number: unknown = Object(answer)[member];
  return typeof number === 'string' && /^0x[\da-f]+$/i.test(number) && BigInt(number) <= most;
}
