/**
 * Parses the block of another chain that the genesis document names as the parent of the first block:
 * `app_state.evm.fork` of a forked chain, and `app_state.evm.history` of a chain that continues from a state file.
 */
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import { ADDRESS_BYTES, WORD_BYTES } from '../../state/keys.js';

/** Parent of the first block as this chain's EVM shows it. */
export interface ParentGenesis {
  readonly blockNumber: bigint;
  readonly blockHash: Bytes;
  readonly parentHash: Bytes;
  readonly time: UnixNanos;
  readonly prevRandao: Bytes;
  readonly miner: Bytes;
}

/** Last of the earlier blocks with which a chain was created. */
export interface HistoryGenesis extends ParentGenesis {
  /** Hashes of the blocks below it, newest first, which BLOCKHASH returns. */
  readonly blockHashes: readonly Bytes[];
  /** SHA-256 of the earlier blocks, transactions and states, which are not part of the state. */
  readonly contentHash: Bytes;
}

/** Most hashes: those that BLOCKHASH returns in the first block. */
const MAX_HASHES = 255;

/** Parses the members of a parent. The first block must follow it. */
export function parseParent(node: GenesisReader, initialHeight: bigint): ParentGenesis {
  const blockNumber = node.field('block_number').uint();
  if (blockNumber !== initialHeight - 1n)
    throw node.field('block_number').bad(`${initialHeight - 1n}, the number before initial_height`);
  return {
    blockNumber,
    blockHash: node.field('block_hash').bytes(WORD_BYTES),
    parentHash: node.field('parent_hash').bytes(WORD_BYTES),
    time: node.field('block_time').time(0n),
    prevRandao: node.field('mix_hash').bytes(WORD_BYTES),
    miner: node.field('miner').bytes(ADDRESS_BYTES),
  };
}

/** Parses `app_state.evm.history`. Returns undefined where it is absent. */
export function parseHistory(node: GenesisReader, initialHeight: bigint): HistoryGenesis | undefined {
  if (!node.present) return undefined;
  const parent = parseParent(node, initialHeight);
  const hashes = node.field('block_hashes');
  const blockHashes = hashes.elements().map((hash) => hash.bytes(WORD_BYTES));
  const most = parent.blockNumber < MAX_HASHES ? Number(parent.blockNumber) : MAX_HASHES;
  if (blockHashes.length > most) throw hashes.bad(`at most ${most} hashes`);
  const [first] = blockHashes;
  if (first !== undefined && !equalBytes(first, parent.parentHash))
    throw hashes.bad('a list that begins with parent_hash');
  return { ...parent, blockHashes, contentHash: node.field('content_hash').bytes(WORD_BYTES) };
}
