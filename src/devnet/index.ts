/**
 * The public API: a devnet in this process.
 *
 * ```ts
 * import { createDevnet } from 'halley-devnet';
 *
 * await using devnet = await createDevnet();
 * await devnet.provider.request({ method: 'eth_blockNumber' }); // '0x1'
 *
 * await using served = await createDevnet({ jsonRpc: true, rpc: { address: 'tcp://127.0.0.1:26657' } });
 * served.urls.evmHttp; // 'http://127.0.0.1:' and a free port
 * ```
 */

export { createDevnet, type Devnet, type DevnetAccount } from './devnet.js';
export { type Clock, systemClock } from './host.js';
export type { Urls } from './listeners.js';
export type { AssetApiOptions, CometRpcOptions, DevnetOptions, JsonRpcOptions, Where } from './options.js';
export { type ClockName, clockOf, fixedClock } from './run/clock.js';
export type { MiningMode } from './run/mining.js';
