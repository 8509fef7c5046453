/** The chain and the network that it lives in. */
import type { Bytes } from '../../kernel/bytes.js';

/** A node of the consensus engine. */
export interface EvmNode {
  /** 20 bytes. */
  readonly nodeId: Bytes;
  readonly moniker: string;
  /** `tcp://127.0.0.1:26656`. */
  readonly listenAddress: string;
}

export interface EvmPeer extends EvmNode {
  /** This node called it. */
  readonly isOutbound: boolean;
}

/** The node that answers. */
export interface EvmOwnNode extends EvmNode {
  /** Its folder, as an absolute path; undefined for a chain that is not kept. */
  readonly home: string | undefined;
}

export interface EvmNetwork {
  readonly chainId: bigint;
  peerCount(): number;
  node(): EvmOwnNode;
  peers(): readonly EvmPeer[];
}
