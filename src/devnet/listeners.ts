/** The sockets of a devnet: which surface listens where. Port 0 picks a free port. */
import { createAssetSurface } from '../rpc/assets/asset_surface.js';
import { createCometSurface } from '../rpc/comet/comet_surface.js';
import type { EvmNode } from '../rpc/evm/node.js';
import { createEvmSurface } from '../rpc/evm/surface.js';
import type { AssetPort, CometPort } from '../rpc/ports.js';
import { OPEN_CORS } from '../server/cors.js';
import { type Listener, listen } from '../server/listener.js';
import { systemClock } from './host.js';
import type { DevnetOptions } from './options.js';

/** The consensus engine reads no longer message (rpc/jsonrpc/server/ws_handler.go). */
const COMET_MESSAGE_BYTES = 1_000_000;

export interface Ports {
  readonly evm: EvmNode;
  readonly comet: CometPort;
  readonly assets: AssetPort;
}

/** Undefined where nothing is served. */
export interface Urls {
  readonly evmHttp: string | undefined;
  readonly evmWs: string | undefined;
  readonly cometRpc: string | undefined;
  readonly assets: string | undefined;
}

export interface Listeners {
  readonly urls: Urls;
  close(): Promise<void>;
}

/** Opens all or none: throws HalleyError `address-in-use` or `invalid-config` for the first that fails. */
export async function openListeners(ports: Ports, options: DevnetOptions): Promise<Listeners> {
  const open: Listener[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(open.map((listener) => listener.close()));
  };
  const keep = async (opening: Promise<Listener> | undefined): Promise<Listener | undefined> => {
    const listener = await opening;
    if (listener !== undefined) open.push(listener);
    return listener;
  };
  try {
    const evmHttp = await keep(listenEvm(ports.evm, options));
    const evmWs = await keep(listenEvmWebSocket(ports.evm, options));
    const comet = await keep(listenComet(ports.comet, options));
    const assets = await keep(listenAssets(ports.assets, options));
    return {
      urls: {
        evmHttp: evmHttp?.url,
        evmWs: evmWs?.webSocketUrl ?? evmHttp?.webSocketUrl,
        cometRpc: comet?.url,
        assets: assets?.url,
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function listenEvm(evm: EvmNode, { jsonRpc = {} }: DevnetOptions): Promise<Listener> | undefined {
  if (jsonRpc === false) return undefined;
  return listen({
    address: jsonRpc.address ?? '127.0.0.1:8545',
    flag: '--json-rpc.address',
    surface: createEvmSurface(evm),
    cors: OPEN_CORS,
    ...serverOptions(jsonRpc),
  });
}

function listenEvmWebSocket(evm: EvmNode, { jsonRpc = {} }: DevnetOptions): Promise<Listener> | undefined {
  if (jsonRpc === false || jsonRpc.wsAddress === false) return undefined;
  return listen({
    address: jsonRpc.wsAddress ?? '0.0.0.0:8546',
    flag: '--json-rpc.ws-address',
    surface: createEvmSurface(evm),
    http: false,
    ...serverOptions(jsonRpc),
  });
}

const serverOptions = ({ server, webSocketOrigins }: Exclude<DevnetOptions['jsonRpc'], false | undefined>) => ({
  ...(server && { limits: server }),
  ...(webSocketOrigins && { webSocketOrigins }),
});

function listenComet(comet: CometPort, { rpc = {}, onBug }: DevnetOptions): Promise<Listener> | undefined {
  if (rpc === false) return undefined;
  return listen({
    address: rpc.address ?? 'tcp://127.0.0.1:26657',
    flag: '--rpc.laddr',
    surface: createCometSurface(comet, {
      now: systemClock.now,
      ...(rpc.dialect !== undefined && { dialect: rpc.dialect }),
      ...(rpc.limits && { limits: rpc.limits }),
      onBug: (error) => onBug?.('consensus RPC', error),
    }),
    ...(rpc.cors && { cors: rpc.cors }),
    limits: { webSocketMessageBytes: COMET_MESSAGE_BYTES, ...rpc.server },
  });
}

function listenAssets(port: AssetPort, { assets = {}, onBug }: DevnetOptions): Promise<Listener> | undefined {
  if (assets === false) return undefined;
  return listen({
    address: assets.address ?? '127.0.0.1:8580',
    flag: '--assets.address',
    surface: createAssetSurface(port, { onBug: (error) => onBug?.('asset API', error) }),
  });
}
