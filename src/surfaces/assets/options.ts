/** Defines the options of the asset API. */

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
  /** Address at which HTTP listens. */
  readonly address?: Where;
  /** Takes a free port when the port of the address is in use. The default is false. */
  readonly orFreePort?: boolean;
  /** Serves the API under this path too, such as `/api/skip`. */
  readonly prefix?: string;
  /**
   * Chains, channels and assets that are not simulated, as parsed JSON. For a simulated chain its state is used
   * instead. Throws `invalid-config` when the form is wrong.
   */
  readonly topology?: unknown;
  /** Receives each entry of the topology that was left out, and the reason. */
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
