/** Defines the operator's settings of responses. None of them is part of a request. */

/** Selects a form for a destination chain, where it comes first. */
export interface RouteOverride {
  readonly originChainId: string;
  readonly originDenom: string;
  readonly destChainId: string;
  /** Hops as `port/channel` from the destination to the origin, nearest first. */
  readonly hops: readonly string[];
}

export interface AssetSettings {
  /** Most transfers from the origin to a form without supply: 1 or 2. */
  readonly maxForwardHops: number;
  /** Most transfers of one route. */
  readonly maxTransfers: number;
  /** Restricts responses to forms with a supply, besides the home and the forms through which the source came. */
  readonly requireSeen: boolean;
  /** Whether lists include re-wrapped forms of a voucher that has no better destination. */
  readonly includeMispathed: boolean;
  /** Most forms for one destination chain. */
  readonly maxAssetsPerChain: number;
  /** Lets chains that are described but not simulated be destinations, or intermediate chains of routes. */
  readonly countDescribed: boolean;
  readonly overrides: readonly RouteOverride[];
}

export const DEFAULT_ASSET_SETTINGS: AssetSettings = {
  maxForwardHops: 2,
  maxTransfers: 6,
  requireSeen: false,
  includeMispathed: true,
  maxAssetsPerChain: 8,
  countDescribed: true,
  overrides: [],
};
