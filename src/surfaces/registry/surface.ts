/** Serves the registry of all chains of the devnet, and their faucets. The first request loads it. */
import type { ProtocolHandler } from '../../rpc/protocol_handler.js';
import { CREDIT_AMOUNT } from '../../settings/bounds.js';
import { type HttpSurface, loadedLater, type SurfaceBackends } from '../surface.js';
import type { RegistryOptions } from './options.js';

/** Most bytes of a body, which names an address and a denom. */
const BODY_BYTES = 4096;

type Backends = Pick<SurfaceBackends, 'chains' | 'assets' | 'schedule'>;

export const registry: HttpSurface<RegistryOptions, Backends> = {
  serve({ chains, assets, schedule }, { creditAmount = CREDIT_AMOUNT.fallback }, onBug) {
    const load = async (): Promise<ProtocolHandler> =>
      (await import('../../rpc/registry/registry_handler.js')).createRegistryHandler({
        chains,
        assets,
        schedule,
        creditAmount,
        onBug: (error) => onBug('registry', error),
      });
    return {
      handler: loadedLater({ name: 'registry' }, load),
      limits: { bodyBytes: BODY_BYTES },
    };
  },
};
