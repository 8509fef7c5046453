/** What the asset API may ask of a chain. */

export interface AssetDenom {
  readonly denom: string;
  readonly symbol?: string;
  readonly name?: string;
  readonly decimals?: number;
  readonly logoUri?: string;
}

export interface AssetPort {
  readonly chainId: string;
  readonly evmChainId: bigint;
  /** The chain's denoms with metadata, from live state; undefined when nobody holds or describes it. */
  denom(denom: string): AssetDenom | undefined;
}
