/** The live chain that this chain was forked from, whose node answers about earlier blocks. */
import type { EarlierHistory } from './earlier.js';

/** Reads the history at and below the fork from the remote node. Its label has no path, user or key of the URL. */
export interface ForkedHistory extends EarlierHistory {
  /** EIP-155 chain id of the remote. */
  readonly chainId: bigint;
  readonly retries: number;
  readonly retryBackoffMs: number;
  readonly timeoutMs: number;
  /** Changes the URL for later requests. The new node must serve the same chain. */
  setUrl(url: string): void;
}

/** Selects the chain and the block to fork. */
export interface ForkTarget {
  /** URL of the node; `undefined` keeps that of the present fork. */
  readonly url: string | undefined;
  /** Height of the fork; `undefined` means the remote's newest block. */
  readonly blockNumber: bigint | undefined;
  /** HTTP headers of requests to the node; `undefined` keeps those of the present fork for its host. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface EvmForked {
  /** `undefined` on a chain that is not a fork. It changes with `resetFork`. */
  readonly forked: ForkedHistory | undefined;
  /**
   * Begins again on the target, or on no fork without one. The chain goes on unchanged when the promise rejects: with
   * HalleyError `unavailable` where the chain cannot be replaced or the node does not answer, or with the node's refusal.
   */
  resetFork(target: ForkTarget | undefined): Promise<void>;
}
