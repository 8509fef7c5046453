import type { ListenAllOptions } from '../server/listen_all.js';
import { type ServerAddress, serverOptions } from '../settings/server_options.js';
import type { SurfaceOptions } from '../surfaces/options.generated.js';
import type { HttpSurface } from '../surfaces/surface.js';
import { addressesOf } from './evm_servers.js';
import type { DevnetOptions } from './options/devnet_options.js';
import { hostTicker } from './platform.js';

/** Returns the server of a surface. Its flag is `--NAME.address`. */
export function surfaceServer<B extends object>(
  name: keyof SurfaceOptions,
  surface: HttpSurface<object, B>,
  backends: B,
  options: Pick<DevnetOptions, 'onBug' | keyof SurfaceOptions>,
): ListenAllOptions {
  const { address, orFreePort = false, ...own } = serverOptions<ServerAddress>(options[name]);
  return {
    ...surface.serve(backends, own, (where, error) => options.onBug?.(where, error)),
    addresses: addressesOf(address),
    orFreePort,
    flag: `--${name}.address`,
    ticker: hostTicker,
  };
}
