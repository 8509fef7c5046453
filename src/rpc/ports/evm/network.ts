/** The chain and the node that answers. */
export interface EvmNetwork {
  readonly chainId: bigint;
  readonly clientVersion: string;
  peerCount(): number;
}
