/** The server of the CometBFT RPC by its options. */
import { unixSeconds } from '../kernel/time.js';
import { DEFAULT_COMET_LIMITS } from '../rpc/comet/options.js';
import { DEFAULT_WEB_SOCKET_ORIGINS, NO_CORS } from '../server/cors.js';
import type { ServerLimits } from '../server/limits.js';
import type { ListenAllOptions } from '../server/listen_all.js';
import { LOCAL_TRUST } from '../server/trust.js';
import { serverOptions } from '../settings/server_options.js';
import { addressesOf } from './evm_servers.js';
import type { CometRpcOptions } from './options/comet_rpc_options.js';
import type { DevnetOptions } from './options/devnet_options.js';
import { hostTicker, systemClock } from './platform.js';
import { type CometServed, cometHandler } from './served_chain.js';

export const COMET_FLAG = '--rpc.laddr';

/** Describes the server of a chain. */
export function cometServer(node: CometServed, options: Pick<DevnetOptions, 'rpc' | 'onBug'>): ListenAllOptions {
  const rpc = serverOptions(options.rpc);
  const { address, orFreePort = false, cors = NO_CORS, tls, server } = rpc;
  return {
    addresses: addressesOf(address),
    orFreePort,
    flag: COMET_FLAG,
    handler: cometHandler(node, options),
    cors,
    webSocketOrigins: [...DEFAULT_WEB_SOCKET_ORIGINS, ...cors.origins],
    // Pages of every origin may read the responses, so protection against DNS rebinding would protect nothing.
    trust: cors.origins.includes('*') ? { ...LOCAL_TRUST, hosts: ['*'] } : undefined,
    limits: { ...cometServerLimits(rpc), ...server },
    ticker: hostTicker,
    preflightHeaders: () => ({ 'x-server-time': unixSeconds(systemClock.now()).toString() }),
    tls,
  };
}

const COMET_IO_MS = 10_000;

/** Returns the limits of the engine (consensus-rpc.md 1.9), except where ours are better for every client. */
function cometServerLimits({ limits }: CometRpcOptions): Partial<ServerLimits> {
  const { bodyBytes, broadcastCommitMs } = { ...DEFAULT_COMET_LIMITS, ...limits };
  return {
    bodyBytes,
    webSocketMessageBytes: bodyBytes,
    headerBytes: 1_048_576,
    connections: 900,
    requestTimeMs: COMET_IO_MS,
    writeTimeMs: broadcastCommitMs < COMET_IO_MS ? COMET_IO_MS : broadcastCommitMs + 1000,
  };
}
