/**
 * Decides where a chain besides the devnet's own listens. Its options decide first. With `listenOnAllChains` it
 * otherwise listens beside the servers of the devnet's own chain, with their settings.
 */

import { serverOptions, type Where } from '../../settings/server_options.js';
import type { ChainOptions } from '../options/chain_options.js';
import type { DevnetOptions } from '../options/devnet_options.js';

/** Is the step of ports from chain to chain. It leaves room for the first chain's 8546 and 8580. */
const PORT_STEP = 10;
const MAX_PORT = 65_535;

/**
 * Returns the chain's servers. `place` counts the chains besides the devnet's own from 1. A free port replaces a
 * counted one that is in use.
 */
export function chainServers(
  { id, jsonRpc, rpc }: Pick<ChainOptions, 'id' | 'jsonRpc' | 'rpc'>,
  place: number,
  { listenOnAllChains = false, ...own }: Pick<DevnetOptions, 'listenOnAllChains' | 'jsonRpc' | 'rpc'>,
): Pick<DevnetOptions, 'jsonRpc' | 'rpc'> {
  const [ownJsonRpc, ownRpc] = [serverOptions(own.jsonRpc), serverOptions(own.rpc)];
  const beside = (address: Where | undefined): Where =>
    listenOnAllChains ? countedAddress(address, place, id) : false;
  return {
    jsonRpc: jsonRpc ?? {
      ...(listenOnAllChains && ownJsonRpc),
      address: beside(ownJsonRpc.address),
      wsAddress: false,
      orFreePort: true,
    },
    rpc: rpc ?? { ...(listenOnAllChains && ownRpc), address: beside(ownRpc.address), orFreePort: true },
  };
}

/**
 * Increases the ports of an address by ten for each place: `127.0.0.1:8545` becomes `127.0.0.1:8555`. Above 65535 a
 * free port is used. A unix socket gets the chain's id after its path.
 */
export function countedAddress(address: Where | undefined, place: number, id: string): Where {
  if (typeof address !== 'string') return address ?? false;
  return address
    .split(',')
    .map((one) => (one.startsWith('unix://') ? `${one}.${id}` : countedBackend(one, place)))
    .join(',');
}

const countedBackend = (address: string, place: number): string =>
  address.replace(/:(\d{1,5})(\/?)$/, (_, digits: string, end: string) => {
    const port = Number(digits);
    const counted = port + PORT_STEP * place;
    return `:${port === 0 || counted > MAX_PORT ? 0 : counted}${end}`;
  });
