/**
 * Resolves a block parameter to a height, a state or a block, and caches the JSON of blocks. `pending` means the next
 * block where a method reads a block or accounts, and the newest block where a method needs only a height.
 */
import type { StateAt } from '../../backend/evm/accounts.js';
import { type EvmBlock, ethereumOnly } from '../../backend/evm/block.js';
import type { EvmPendingState } from '../../backend/evm/blocks.js';
import type { EvmBackend } from '../../backend/evm/evm_backend.js';
import { type Awaitable, whenKnown } from '../../kernel/awaitable.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { LruCache } from '../../kernel/caches.js';
import { invariant } from '../../kernel/errors.js';
import { to0x } from '../../kernel/hex.js';
import type { Json } from '../../kernel/json.js';
import { Encoded } from '../jsonrpc/encoded.js';
import { PRUNED_HISTORY, RpcError, refusal } from '../jsonrpc/errors.js';
import type { BlockParam } from './params/block.js';
import { blockView } from './views/block.js';

/** Returns the height of the block, or undefined for a block that does not exist. */
export function heightOf(evm: EvmBackend, block: BlockParam): bigint | undefined {
  switch (block.type) {
    case 'latest':
    case 'pending':
      return evm.head();
    case 'earliest':
      return lowestHeight(evm);
    case 'safe':
      return behindHead(evm, evm.safeDistance);
    case 'finalized':
      return behindHead(evm, 2n * evm.safeDistance);
    case 'number':
      return block.number <= evm.head() ? block.number : undefined;
    case 'hash':
      return evm.heightOfHash(block.hash) ?? heightOfLastEarlier(evm, block.hash);
  }
}

/** Returns the first height, which is 0 where blocks of another chain precede. */
const lowestHeight = ({ earlier, firstHeight }: EvmBackend): bigint => (earlier === undefined ? firstHeight : 0n);

function behindHead(evm: EvmBackend, distance: bigint): bigint {
  const height = evm.head() - distance;
  const lowest = lowestHeight(evm);
  return height > lowest ? height : lowest;
}

/**
 * Throws RpcError for the height of a block that the chain has and this node does not, because it began with the state
 * of a later height: the error of go-ethereum for history that a node has pruned.
 */
export function checkHistory({ firstHeight, isPruned }: EvmBackend, height: bigint): void {
  if (isPruned && height < firstHeight) throw new RpcError(PRUNED_HISTORY, 'pruned history unavailable');
}

/** Returns the number of the last earlier block, if the hash is its own. */
const heightOfLastEarlier = ({ earlier }: EvmBackend, hash: Bytes): bigint | undefined =>
  earlier !== undefined && equalBytes(earlier.blockHash, hash) ? earlier.blockNumber : undefined;

/** Returns a block; undefined for one that does not exist. Throws RpcError for one that only other nodes have. */
export function blockAt(evm: EvmBackend, block: BlockParam): EvmBlock | undefined {
  const height = heightOf(evm, block);
  if (height === undefined) return undefined;
  checkHistory(evm, height);
  return evm.block(height);
}

export function blockOfHash(evm: EvmBackend, hash: Bytes): EvmBlock | undefined {
  return blockAt(evm, { type: 'hash', hash });
}

/** Returns a block that must exist, because its height is at or below the head. */
export function publishedBlock(evm: EvmBackend, height: bigint): EvmBlock {
  const block = evm.block(height);
  invariant(block !== undefined, `block ${height} is published`);
  return block;
}

/** Returns `view` of a decided block, or `ofPending` of the next one. Returns null for a block that does not exist. */
export function viewOfBlock<T>(
  evm: EvmBackend,
  block: BlockParam,
  view: (block: EvmBlock) => T,
  ofPending: (block: EvmBlock) => T,
): Awaitable<T | null> {
  if (block.type === 'pending') return whenKnown(evm.pendingBlock(), ofPending);
  const found = blockAt(evm, block);
  return found === undefined ? null : view(found);
}

/**
 * Reads accounts at a block. `pending` includes the pending transactions. Throws RpcError `header not found` for a
 * block that does not exist.
 */
export function readState<T>(
  evm: EvmBackend,
  block: BlockParam,
  read: (state: EvmPendingState) => Awaitable<T>,
): Awaitable<T> {
  const at = stateAt(evm, block);
  if (at === 'pending') return evm.readPending(read);
  return read({
    balance: (address) => evm.balance(address, at),
    code: (address) => evm.code(address, at),
    storage: (address, slot) => evm.storage(address, slot, at),
  });
}

/**
 * Returns the height of the state, or `pending`. Throws RpcError `header not found` for a block that does not exist.
 */
export function stateAt(evm: EvmBackend, block: BlockParam): StateAt {
  if (block.type === 'pending') return 'pending';
  const height = heightOf(evm, block);
  if (height === undefined) throw headerNotFound(evm, block);
  return height;
}

function headerNotFound(evm: EvmBackend, block: BlockParam): RpcError {
  if (block.type === 'hash') return refusal(`header not found for hash ${to0x(block.hash)}`);
  const wanted = block.type === 'number' ? block.number : block.type;
  return refusal(`header not found: block ${wanted} is past the newest block ${evm.head()}`);
}

/** Throws RpcError unless the block has an Ethereum transaction with this index. The pending block counts as empty. */
export function checkTransactionIndex(evm: EvmBackend, at: StateAt, index: number): void {
  const count = at === 'pending' ? 0 : ethereumOnly(evm.block(at)?.transactions ?? []).length;
  if (index < 0 || index >= count)
    throw refusal(`transaction index ${index} out of range: block ${at} has ${count} transactions`);
}

/** Most cached blocks of each form (with hashes, with transactions). */
const MAX_BLOCKS = 16;

/** Cached JSON of the blocks that clients requested last, because polling clients request the head repeatedly. */
export class EncodedBlocks {
  readonly #withHashes = new LruCache<EvmBlock, Encoded<Json>>(MAX_BLOCKS);
  readonly #withTransactions = new LruCache<EvmBlock, Encoded<Json>>(MAX_BLOCKS);

  /**
   * Returns the JSON of the block, or null for no block. The object is the cache key: the backend returns the same
   * object for the same block.
   */
  of(block: EvmBlock | undefined, fullTransactions: boolean): Encoded<Json> | null {
    if (block === undefined) return null;
    const known = fullTransactions ? this.#withTransactions : this.#withHashes;
    let encoded = known.get(block);
    if (encoded === undefined) {
      encoded = new Encoded(() => blockView(block, fullTransactions));
      known.set(block, encoded);
    }
    return encoded;
  }
}
