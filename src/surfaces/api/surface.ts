/** Serves the REST gateway of a chain, and gRPC-Web. The first request loads them. */
import type { ProtocolHandler } from '../../rpc/protocol_handler.js';
import { DEFAULT_GRPC_SIZES } from '../../server/limits.js';
import { REST_BOUNDS } from '../../settings/bounds.js';
import { type HttpSurface, loadedLater, type SurfaceBackends } from '../surface.js';
import type { ApiOptions } from './options.js';

/** Response to a longer body, in the gateway's words. */
const TOO_LARGE = {
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: '{"code":3,"message":"http: request body too large","details":[]}',
};
const DEFAULTS = {
  maxOpenConnections: REST_BOUNDS.maxOpenConnections.fallback,
  rpcReadTimeout: REST_BOUNDS.rpcReadTimeout.fallback,
  rpcWriteTimeout: REST_BOUNDS.rpcWriteTimeout.fallback,
  rpcMaxBodyBytes: REST_BOUNDS.rpcMaxBodyBytes.fallback,
};
const LOCAL_PAGES = ['http://localhost', 'http://localhost:*', 'http://127.0.0.1', 'http://127.0.0.1:*'];
const HEADERS = [
  ...['accept', 'content-type', 'x-requested-with', 'x-cosmos-block-height'],
  ...['x-grpc-web', 'x-user-agent', 'grpc-timeout'],
];

type Backends = Pick<SurfaceBackends, 'acceptsDevTxs' | 'problem' | 'sdk' | 'scheduler' | 'version'>;

export const api: HttpSurface<ApiOptions, Backends> = {
  serve({ acceptsDevTxs, problem, sdk, scheduler, version }, options, onBug) {
    const { enabledUnsafeCors = false, grpcWeb: servesGrpcWeb = true, swagger = false } = options;
    const { maxOpenConnections, rpcReadTimeout, rpcWriteTimeout, rpcMaxBodyBytes } = { ...DEFAULTS, ...options };
    const load = async (): Promise<ProtocolHandler> => {
      const { createGatewayHandler } = await import('../../rpc/gateway/gateway_handler.js');
      const backend = await sdk();
      const gateway = createGatewayHandler({
        ...{ backend, scheduler, version, swagger },
        onBug: (error) => onBug('REST', error),
      });
      if (!servesGrpcWeb) return gateway;
      const [{ createGrpcHandler }, { grpcWeb }] = await Promise.all([
        import('../../rpc/grpc/grpc_handler.js'),
        import('../../rpc/grpc/grpc_web.js'),
      ]);
      const { maxSendMsgSize } = DEFAULT_GRPC_SIZES;
      const grpc = createGrpcHandler({ backend, scheduler, problem, maxSendBytes: maxSendMsgSize });
      return { ...gateway, handle: grpcWeb(grpc, rpcMaxBodyBytes)(gateway.handle) };
    };
    return {
      handler: loadedLater({ name: 'REST', bodyTooLarge: TOO_LARGE }, load),
      cors: {
        get origins() {
          if (enabledUnsafeCors) return ['*'];
          return acceptsDevTxs() ? LOCAL_PAGES : [];
        },
        methods: ['GET', 'POST', 'HEAD'],
        headers: HEADERS,
      },
      limits: {
        bodyBytes: rpcMaxBodyBytes,
        connections: maxOpenConnections,
        requestTimeMs: rpcReadTimeout * 1000,
        writeTimeMs: rpcWriteTimeout * 1000,
      },
    };
  },
};
