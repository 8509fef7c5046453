/** The chain and the network that it lives in. */
export interface EvmNetwork {
  readonly chainId: bigint;
  peerCount(): number;
}
