/** Parses `app_state.evm.fork`: the block of another chain on which a forked chain continues. */
import type { Bytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import { ADDRESS_BYTES, WORD_BYTES } from '../../state/keys.js';

/** Describes the other chain's block as this chain's EVM shows it. */
export interface ForkGenesis {
  /** Is the other chain's id of EIP-155. */
  readonly chainId: bigint;
  readonly blockNumber: bigint;
  readonly blockHash: Bytes;
  readonly parentHash: Bytes;
  readonly time: UnixNanos;
  readonly prevRandao: Bytes;
  readonly miner: Bytes;
}

/** Parses the member, which only the genesis of a fork has. The first block must follow the other chain's block. */
export function parseFork(node: GenesisReader, initialHeight: bigint): ForkGenesis | undefined {
  if (!node.present) return undefined;
  const blockNumber = node.field('block_number').uint();
  if (blockNumber !== initialHeight - 1n)
    throw node.field('block_number').bad(`${initialHeight - 1n}, the number before initial_height`);
  return {
    chainId: node.field('chain_id').uint64(),
    blockNumber,
    blockHash: node.field('block_hash').bytes(WORD_BYTES),
    parentHash: node.field('parent_hash').bytes(WORD_BYTES),
    time: node.field('block_time').time(0n),
    prevRandao: node.field('mix_hash').bytes(WORD_BYTES),
    miner: node.field('miner').bytes(ADDRESS_BYTES),
  };
}
