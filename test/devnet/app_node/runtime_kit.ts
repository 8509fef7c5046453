/** Serves clients over the chain of a driven application, without sockets. */
import { Wallet } from '../../../src/devnet/actions/wallet.js';
import type { AppChain } from '../../../src/devnet/app_node/app_chain.js';
import { type AppRuntime, startAppRuntime } from '../../../src/devnet/app_node/app_runtime.js';
import { EngineRpc } from '../../../src/devnet/app_node/engine_rpc.js';
import { ProcessProfiler } from '../../../src/devnet/profiling/profiler.js';
import { CommandQueue } from '../../../src/devnet/runtime/command_queue.js';
import { EVM_METHODS } from '../../../src/rpc/evm/methods/index.generated.js';
import { plainResult } from '../../../src/rpc/jsonrpc/encoded.js';
import { IN_PROCESS_PEER } from '../../../src/rpc/protocol_handler.js';
import { aKeystore } from '../../support/keystore.js';
import type { Driven } from './driven_kit.js';

/** Address at which nothing listens. */
const NOWHERE = 'http://127.0.0.1:1';

export interface Served extends AppRuntime {
  /** Calls a method of the EVM JSON-RPC. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>;
}

/**
 * Starts the runtime. The chain must have a block. By default nothing listens at the URL of the engine's RPC. Every
 * namespace is enabled, and the node has no key of a dev authority.
 */
export async function serve({ core }: Driven, home: string, engineUrl = NOWHERE): Promise<Served> {
  const runtime = await startAppRuntime(core.chain as AppChain, {
    home,
    queue: new CommandQueue(),
    engine: new EngineRpc(engineUrl),
    wallet: new Wallet([]),
    keystore: aKeystore(),
    profiler: new ProcessProfiler(home),
    jsonRpc: { namespaces: [...new Set(EVM_METHODS.map(({ namespace }) => namespace))] },
    problem: () => 'no CometBFT node is connected',
    onForwardProblem: () => undefined,
  });
  const { dispatcher, context } = runtime.evm;
  return {
    ...runtime,
    call: async (method, ...params) =>
      plainResult(dispatcher.call(context(IN_PROCESS_PEER, undefined), method, params)),
  };
}
