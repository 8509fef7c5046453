/** Parses `app_state.evm.fork`: the block of another chain on which a forked chain continues. */
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import { type ParentGenesis, parseParent } from './parent_genesis.js';

/** Block of the other chain as this chain's EVM shows it. */
export interface ForkGenesis extends ParentGenesis {
  /** EIP-155 chain id of the other chain. */
  readonly chainId: bigint;
}

/** Parses the member, which only the genesis of a fork has. The first block must follow the other chain's block. */
export function parseFork(node: GenesisReader, initialHeight: bigint): ForkGenesis | undefined {
  if (!node.present) return undefined;
  return { ...parseParent(node, initialHeight), chainId: node.field('chain_id').uint64() };
}
