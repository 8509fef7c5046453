/**
 * Holds the values that differ between the `config.toml` of nodes and networks. All other keys have the engine's
 * defaults.
 */
import type { ResolvedConfig } from '../../../config/schema.js';

export interface EngineSettings {
  readonly moniker: string;
  /** Are addresses such as `tcp://127.0.0.1:26657`. */
  readonly proxyApp: string;
  readonly rpcAddress: string;
  readonly p2pAddress: string;
  /** Is an address without protocol. */
  readonly prometheusAddress: string;
  readonly persistentPeers: string;
  /** Is the number of nodes, all of which may connect to the same node. */
  readonly nodes: number;
  readonly mempool: ResolvedConfig['mempool'];
  readonly consensus: ResolvedConfig['consensus'];
}
