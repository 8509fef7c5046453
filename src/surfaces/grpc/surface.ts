/** Serves gRPC. Nothing of it loads before the first connection. */
import type { ProtocolHandler } from '../../rpc/protocol_handler.js';
import { DEFAULT_GRPC_SIZES } from '../../server/limits.js';
import type { HttpSurface, SurfaceBackends } from '../surface.js';
import type { GrpcOptions } from './options.js';

type Backends = Pick<SurfaceBackends, 'scheduler' | 'sdk' | 'problem'>;

export const grpc: HttpSurface<GrpcOptions, Backends> = {
  serve({ scheduler, sdk, problem }, given, onBug) {
    const { maxRecvMsgSize, maxSendMsgSize } = { ...DEFAULT_GRPC_SIZES, ...given };
    let loaded: ProtocolHandler | undefined;
    const handler: ProtocolHandler = {
      name: 'gRPC',
      async load() {
        const [{ createGrpcHandler }, backend] = await Promise.all([import('../../rpc/grpc/grpc_handler.js'), sdk()]);
        loaded = createGrpcHandler({ backend, scheduler, problem, maxSendBytes: maxSendMsgSize });
      },
      handle: (request) => (loaded as ProtocolHandler).handle(request),
      openCall: (call) => loaded?.openCall?.(call),
      stop: () => loaded?.stop?.(),
    };
    return {
      handler,
      grpc: true,
      limits: { bodyBytes: maxRecvMsgSize },
      onCrash: (_, error) => onBug('gRPC', error),
    };
  },
};
