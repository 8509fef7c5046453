/** Describes the chain of an application under CometBFT to the dashboard, from the application and its engine. */
import type { ChainControls } from '../../backend/controls.js';
import { createEvmHandler } from '../../rpc/evm/evm_handler.js';
import type { ProtocolHandler } from '../../rpc/protocol_handler.js';
import type { ServedChain } from '../../rpc/served_chain.js';
import { logFeed, namedUrls } from '../served_chain.js';
import type { AppRuntime } from './app_runtime.js';
import { engineHandler } from './engine_handler.js';

/** Returns the chain. Handlers are created when a request needs them. */
export function appServedChain(runtime: AppRuntime, urls: () => object): ServedChain {
  const { chain, evm, log, rounds, engine } = runtime;
  let evmHandler: ProtocolHandler | undefined;
  return {
    id: chain.genesis.chainId,
    evm: evm.options.evm,
    comet: {
      height: () => chain.blockStore.height,
      block: (height) => chain.blockStore.block(height),
      // The engine has the commits.
      commit: () => undefined,
    },
    rounds,
    log: logFeed(log),
    controls: () => controlsOf(runtime),
    urls: () => namedUrls({ ...urls(), cometRpc: engine.label }),
    evmHandler: () => (evmHandler ??= createEvmHandler({ ...evm, dispatcher: evm.ownPages() })),
    cometHandler: () => engineHandler(engine.client.endpoint),
  };
}

/** Names the engine. There are no faults, because nothing is simulated. */
function controlsOf({ engine, engineStatus, rounds, problem }: AppRuntime): ChainControls {
  const { moniker } = engineStatus;
  const why = problem() ?? rounds.problem;
  return {
    miningMode: 'engine',
    faults: [],
    down: [],
    cuts: [],
    forked: false,
    engine: {
      url: engine.label,
      ...(moniker !== undefined && { moniker }),
      ...(why !== undefined && { problem: why }),
    },
  };
}
