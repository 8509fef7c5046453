/** Serves clients over the chain of a driven application, without sockets. */
import { EngineChain } from '../../../src/devnet/app_node/engine_chain.js';
import { EngineRpc } from '../../../src/devnet/app_node/engine_rpc.js';
import type { AppChain } from '../../../src/devnet/chain/chain.js';
import { createHost } from '../../../src/devnet/host.js';
import { systemClock } from '../../../src/devnet/platform.js';
import { EVM_METHODS } from '../../../src/rpc/evm/methods/index.generated.js';
import { plainResult } from '../../../src/rpc/jsonrpc/encoded.js';
import { IN_PROCESS_PEER } from '../../../src/rpc/protocol_handler.js';
import { DEFAULT_TIMEOUTS } from '../../../src/simulation/index.js';
import { aKeystore } from '../../support/keystore.js';
import type { Driven } from './driven_kit.js';

/** Address at which nothing listens. */
const NOWHERE = 'http://127.0.0.1:1';

export interface Served {
  readonly node: EngineChain;
  /** Calls a method of the EVM JSON-RPC. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>;
}

/**
 * Starts on the chain, which must have a block. By default nothing listens at the URL of the engine's RPC. Every
 * namespace is enabled, and the node has no key of a dev authority.
 */
export async function serve({ core }: Driven, home: string, engineUrl = NOWHERE): Promise<Served> {
  const host = { ...createHost({ home, privateKeys: [] }, systemClock, DEFAULT_TIMEOUTS), keystore: aKeystore() };
  const link = {
    rpc: new EngineRpc(engineUrl),
    problem: () => 'no CometBFT node is connected',
    onForwardProblem: () => undefined,
  };
  const jsonRpc = { namespaces: [...new Set(EVM_METHODS.map(({ namespace }) => namespace))] };
  const node = await EngineChain.start(core.chain as AppChain, host, link, { home, jsonRpc });
  const { dispatcher, context } = node.evm;
  return {
    node,
    call: async (method, ...params) =>
      plainResult(dispatcher.call(context(IN_PROCESS_PEER, undefined), method, params)),
  };
}
