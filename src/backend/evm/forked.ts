/**
 * Describes the live chain that this chain was forked from, and reads its history. A remote node answers with JSON,
 * which the RPC passes on unchanged: blocks at or below the fork keep the hashes and members that the remote gives.
 */
import type { Bytes } from '../../kernel/bytes.js';

/** Reads the history at and below the fork from the remote node. */
export interface ForkedHistory {
  /** Names the remote in answers and errors: protocol, host and port, without path, user or key. */
  readonly label: string;
  /** Is the number of the remote's block whose state this chain began with. */
  readonly blockNumber: bigint;
  /** Is the remote's hash of that block. */
  readonly blockHash: Bytes;
  /** Is the EIP-155 chain id of the remote. */
  readonly chainId: bigint;
  readonly retries: number;
  readonly retryBackoffMs: number;
  readonly timeoutMs: number;
  /**
   * Resolves to the remote's result. Rejects with HalleyError `remote-error`, whose facts `code`, `message` and `data`
   * are those of the remote's error, or `unavailable` when no answer came.
   */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Changes the URL for later requests. The new node must serve the same chain. */
  setUrl(url: string): void;
}

/** Selects the chain and the block to fork. */
export interface ForkTarget {
  /** Is that of the present fork if undefined. */
  readonly url: string | undefined;
  /** Is the remote's newest block if undefined. */
  readonly blockNumber: bigint | undefined;
}

export interface EvmForked {
  /** Is undefined on a chain that is no fork. It changes with `resetFork`. */
  readonly forked: ForkedHistory | undefined;
  /**
   * Begins again on the target, or on no fork without one. The chain goes on unchanged when the promise rejects: with
   * HalleyError `unavailable` where the chain cannot be replaced or the node does not answer, or with the node's refusal.
   */
  resetFork(target: ForkTarget | undefined): Promise<void>;
}
