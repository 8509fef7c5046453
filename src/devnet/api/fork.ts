/** The fork of a running devnet, for programs. */
import { to0x } from '../../kernel/hex.js';
import type { Chain } from '../chain/chain.js';

/** Block of another chain after which a devnet began. */
export interface DevnetFork {
  /** Node by protocol, host and port, without path, user or key. */
  readonly url: string;
  readonly blockNumber: bigint;
  /** Hash of the block on the other chain, in hex with `0x`. */
  readonly blockHash: string;
  /** EIP-155 chain id of the other chain. */
  readonly chainId: bigint;
}

/** Returns the fork of a chain; undefined for a chain that is not a fork, or was opened without its node. */
export function devnetForkOf({ fork }: Chain): DevnetFork | undefined {
  if (fork === undefined) return undefined;
  const { number, hash, chainId } = fork.point;
  return { url: fork.label, blockNumber: number, blockHash: to0x(hash), chainId };
}
