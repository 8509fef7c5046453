/** What the operator may set about answers: none of it is part of a request. */

/** A form that somebody has chosen for a destination: it comes first there. */
export interface RouteOverride {
  readonly originChainId: string;
  readonly originDenom: string;
  readonly destChainId: string;
  /** `port/channel` on the destination and behind it, nearest first. */
  readonly hops: readonly string[];
}

export interface AssetSettings {
  /** Transfers from the origin to a form that nobody holds yet: 1 or 2. */
  readonly maxForwardHops: number;
  /** Transfers of one route. */
  readonly maxTransfers: number;
  /** Strict: only forms that somebody holds, beside the home and what the source came through. */
  readonly requireSeen: boolean;
  /** A voucher that cannot go home shows where it could be wrapped once more. */
  readonly includeMispathed: boolean;
  /** Forms listed for one destination chain. */
  readonly maxAssetsPerChain: number;
  /** Whether chains that are described and not simulated are destinations, or on the way to one. */
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
