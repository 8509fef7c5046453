/** Serves the REST gateway of the devnet's own chain. The first request loads it. */
import type { ProtocolHandler } from '../../rpc/protocol_handler.js';
import type { HttpSurface, SurfaceBackends } from '../surface.js';
import type { ApiOptions } from './options.js';

/** Most bytes of a body, as in the SDK's `rpc-max-body-bytes`. */
const BODY_BYTES = 1_000_000;
const LOCAL_PAGES = ['http://localhost', 'http://localhost:*', 'http://127.0.0.1', 'http://127.0.0.1:*'];
const HEADERS = ['accept', 'content-type', 'x-requested-with', 'x-cosmos-block-height'];

export const api: HttpSurface<ApiOptions, Pick<SurfaceBackends, 'chains' | 'sdk' | 'scheduler' | 'version'>> = {
  serve({ chains, sdk, scheduler, version }, { enabledUnsafeCors = false, maxOpenConnections = 1000 }, onBug) {
    let handler: Promise<ProtocolHandler> | undefined;
    const load = async (): Promise<ProtocolHandler> => {
      const { createGatewayHandler } = await import('../../rpc/gateway/gateway_handler.js');
      return createGatewayHandler({ backend: await sdk(), scheduler, version, onBug: (error) => onBug('REST', error) });
    };
    return {
      handler: {
        name: 'REST',
        async handle(request) {
          handler ??= load();
          return (await handler).handle(request);
        },
      },
      cors: {
        get origins() {
          if (enabledUnsafeCors) return ['*'];
          return chains()[0]?.evm.acceptsDevTxs() === false ? [] : LOCAL_PAGES;
        },
        methods: ['GET', 'POST', 'HEAD'],
        headers: HEADERS,
      },
      limits: { bodyBytes: BODY_BYTES, connections: maxOpenConnections },
    };
  },
};
