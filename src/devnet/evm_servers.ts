/** The servers of the EVM JSON-RPC by the options of a node. */
import { createEvmHandler } from '../rpc/evm/evm_handler.js';
import type { EvmService } from '../rpc/evm/service.js';
import { OPEN_CORS } from '../server/cors.js';
import type { ListenAllOptions } from '../server/listen_all.js';
import { serverOptions, type Where } from '../settings/server_options.js';
import type { DevnetOptions } from './options/devnet_options.js';
import type { JsonRpcOptions } from './options/json_rpc_options.js';
import { hostTicker } from './platform.js';

const FREE_PORT = '127.0.0.1:0';

/** Returns the addresses of an option; `true` is a free port. */
export function addressesOf(where: Where | undefined): readonly string[] {
  if (where === undefined || where === false) return [];
  return where === true ? [FREE_PORT] : where.split(',');
}

/** Describes the server of the EVM JSON-RPC over HTTP and WebSocket. */
export function evmServerOf(evm: EvmService, options: DevnetOptions): ListenAllOptions {
  const jsonRpc = serverOptions(options.jsonRpc);
  return {
    addresses: addressesOf(jsonRpc.address),
    flag: '--json-rpc.address',
    handler: createEvmHandler(evm),
    cors: jsonRpc.corsOrigins === undefined ? OPEN_CORS : { ...OPEN_CORS, origins: jsonRpc.corsOrigins },
    ...evmServer(jsonRpc),
  };
}

/** Describes the separate server of the EVM JSON-RPC over WebSocket. */
export function evmWebSocketServer(evm: EvmService, options: DevnetOptions): ListenAllOptions {
  const jsonRpc = serverOptions(options.jsonRpc);
  return {
    addresses: addressesOf(jsonRpc.wsAddress),
    flag: '--json-rpc.ws-address',
    handler: createEvmHandler(evm),
    http: false,
    ...evmServer(jsonRpc),
  };
}

/**
 * Turns pings off. Nodes do not ping over EVM JSON-RPC (evm-json-rpc.md 9.5), and a client that stopped at a breakpoint
 * is still there.
 */
const NO_HEARTBEAT = { webSocketPingMs: 0, webSocketSilenceMs: 0 };

const evmServer = ({ server, webSocketOrigins, tls, orFreePort }: JsonRpcOptions) => ({
  limits: { ...NO_HEARTBEAT, ...server },
  ticker: hostTicker,
  orFreePort,
  webSocketOrigins,
  tls,
});
