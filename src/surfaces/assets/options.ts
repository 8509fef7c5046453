/** The options of the asset API. */

import type { AssetSettings, RouteOverride } from '../../rpc/assets/settings.js';
import { PATH_PREFIX } from '../../settings/kinds.js';
import {
  anything,
  boolean,
  listener,
  listOf,
  type Members,
  object,
  type Reader,
  text,
  where,
  whole,
} from '../../settings/reader.js';
import { address, orBoolean, type Where } from '../../settings/server_options.js';

/** Configures the asset API. */
export interface AssetApiOptions extends Partial<AssetSettings> {
  /** HTTP. */
  readonly address?: Where;
  /** Whether to take a free port where that of the address is in use. The default is false. */
  readonly orFreePort?: boolean;
  /** Served under this path too: `/api/skip`. */
  readonly prefix?: string;
  /**
   * Chains, channels and assets that are described, not simulated, as parsed JSON; of a chain that is simulated its state
   * is believed instead. Refused with `invalid-config` where its form is wrong.
   */
  readonly topology?: unknown;
  /** Hears of each entry of the topology that was left out, and why. */
  readonly onSkipped?: (entry: string) => void;
}

export interface SurfaceOption {
  /** The asset API. */
  readonly assets?: AssetApiOptions | boolean;
}

const OVERRIDE = {
  originChainId: text,
  originDenom: text,
  destChainId: text,
  hops: listOf(text, 'hops'),
} satisfies Members<RouteOverride>;

export const assets: Reader<AssetApiOptions | boolean> = orBoolean({
  address,
  orFreePort: boolean,
  prefix: where<string>(
    (value) => typeof value === 'string' && PATH_PREFIX.read(value) !== undefined,
    PATH_PREFIX.expected,
  ),
  topology: anything,
  onSkipped: listener,
  maxForwardHops: whole(1, 2),
  maxTransfers: whole(1),
  requireSeen: boolean,
  includeMispathed: boolean,
  maxAssetsPerChain: whole(1),
  countDescribed: boolean,
  overrides: listOf(
    object<RouteOverride>(OVERRIDE, { required: ['originChainId', 'originDenom', 'destChainId', 'hops'] }),
    'overrides',
  ),
} satisfies Members<AssetApiOptions>);
