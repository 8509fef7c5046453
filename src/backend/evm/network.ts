/** The chain and its network. */
import type { Bytes } from '../../kernel/bytes.js';

/** Node of the consensus engine. */
export interface EvmNode {
  /** 20 bytes. */
  readonly nodeId: Bytes;
  readonly moniker: string;
  /** For example `tcp://127.0.0.1:26656`. */
  readonly listenAddress: string;
}

export interface EvmPeer extends EvmNode {
  /** Whether this node opened the connection. */
  readonly isOutbound: boolean;
}

export interface EvmNetwork {
  readonly chainId: bigint;
  peerCount(): number;
  /** Folder of this node as an absolute path; `undefined` for a chain that is not persistent. */
  readonly home: string | undefined;
  /** Returns this node. Throws HalleyError `unavailable` while it is unknown. */
  node(): EvmNode;
  peers(): readonly EvmPeer[];
}
