/** Makes the protocol handlers of a chain, for its own servers and for surfaces that pass requests on. */
import manifest from '../../package.json' with { type: 'json' };
import type { CometBackend } from '../backend/comet.js';
import { createCometHandler } from '../rpc/comet/comet_handler.js';
import { createEvmHandler } from '../rpc/evm/evm_handler.js';
import type { EvmService } from '../rpc/evm/service.js';
import type { ProtocolHandler } from '../rpc/protocol_handler.js';
import type { ServedChain } from '../rpc/served_chain.js';
import { serverOptions } from '../settings/server_options.js';
import type { Chain } from './chain/chain.js';
import type { CometRpcOptions } from './options/comet_rpc_options.js';
import type { DevnetOptions } from './options/devnet_options.js';
import { systemClock } from './platform.js';

/** Is the version of Halley. */
export const VERSION = manifest.version;

/** Lists what the handlers of a chain answer from. */
export interface ChainPorts {
  readonly chain: Pick<Chain, 'scheduler'>;
  readonly evm: EvmService;
  readonly comet: CometBackend;
}

type HandlerOptions = Pick<DevnetOptions, 'rpc' | 'onBug'>;

/** Creates the handler of the CometBFT RPC with the options of its server. */
export function cometHandler({ comet, chain }: ChainPorts, { rpc: given, onBug }: HandlerOptions): ProtocolHandler {
  const { address, orFreePort, cors, tls, server, ...options } = serverOptions<CometRpcOptions>(given);
  return createCometHandler(comet, {
    ...options,
    scheduler: chain.scheduler,
    now: systemClock.now,
    onBug: (error) => onBug?.('consensus RPC', error),
  });
}

/** Describes a chain to surfaces. It makes handlers when a request needs them. */
export function servedChain(
  ports: ChainPorts & { readonly chain: Pick<Chain, 'scheduler' | 'genesis'> },
  options: HandlerOptions,
  urls: () => object,
): ServedChain {
  let evm: ProtocolHandler | undefined;
  let comet: ProtocolHandler | undefined;
  return {
    id: ports.chain.genesis.chainId,
    evm: ports.evm.options.evm,
    comet: ports.comet,
    urls: () => Object.fromEntries(Object.entries(urls()).filter(([, url]) => typeof url === 'string')),
    evmHandler: () => (evm ??= createEvmHandler(ports.evm)),
    cometHandler: () => (comet ??= cometHandler(ports, options)),
  };
}
