/** Describes the fork of a running devnet for programs. */
import { to0x } from '../../kernel/hex.js';
import type { Chain } from '../chain/chain.js';

/** Is the block of another chain after which a devnet began. */
export interface DevnetFork {
  /** Names the node by protocol, host and port, without path, user or key. */
  readonly url: string;
  readonly blockNumber: bigint;
  /** Is the other chain's hash of the block, in hex with `0x`. */
  readonly blockHash: string;
  /** Is the other chain's EIP-155 chain id. */
  readonly chainId: bigint;
}

/** Returns the fork of a chain; undefined for a chain that is not a fork, or was opened without its node. */
export function devnetForkOf({ fork }: Pick<Chain, 'fork'>): DevnetFork | undefined {
  if (fork === undefined) return undefined;
  const { number, hash, chainId } = fork.point;
  return { url: fork.label, blockNumber: number, blockHash: to0x(hash), chainId };
}
