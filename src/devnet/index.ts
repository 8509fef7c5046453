/**
 * Public API: a devnet in this process.
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
 *
 * Two kinds of errors reach a caller. Everything here throws `HalleyError`, which has a stable `code`.
 * `provider.request` throws `RpcError`, which has the error number of JSON-RPC.
 */

import type { Engine } from './engine_node/create_engine.js';
import type { EngineGenesis, EngineGenesisOptions } from './engine_node/engine_genesis.js';
import type { EngineOptions } from './engine_node/engine_options.js';
import type { FaultProxy, ProxyOptions } from './proxy/create_proxy.js';

export type {
  CommitDocument,
  CommitSigner,
  CommittedBranch,
  ConflictingCommits,
} from '../backend/evm/network_control.js';
export type { PassedProposal } from '../backend/evm/node.js';
export type { WalletAnswer, WalletCall, WalletRequest, WalletSettings, WalletState } from '../backend/evm/wallet.js';
export type { GenesisName } from '../config/genesis_names.js';
export type { ConsensusTimeouts } from '../consensus/env.js';
export type { MachineKind } from '../evm/machines.js';
export { type ErrorCode, HalleyError } from '../kernel/errors.js';
export type { Json, JsonObject } from '../kernel/json.js';
export type { UnixNanos } from '../kernel/time.js';
export type { MempoolLimits } from '../mempool/limits.js';
export type { CometLimits } from '../rpc/comet/options.js';
export type { CompatName } from '../rpc/evm/compat.js';
export type { EvmLimits } from '../rpc/evm/limits.js';
export type {
  EvmProvider,
  MessageListener,
  ProviderEvents,
  ProviderListener,
  RequestArguments,
  SubscriptionMessage,
} from '../rpc/evm/provider.js';
export { RpcError } from '../rpc/jsonrpc/errors.js';
export type { CorsPolicy } from '../server/cors.js';
export type { ServerLimits } from '../server/limits.js';
export type { TlsFiles } from '../server/tls.js';
export type { Where } from '../settings/server_options.js';
export type { ApiOptions } from '../surfaces/api/options.js';
export type { AssetApiOptions } from '../surfaces/assets/options.js';
export type { DashboardOptions } from '../surfaces/dashboard/options.js';
export type { LightClientAttack } from './actions/light_client_attack.js';
export type { DevnetAccount, DevnetCosmosAccount, HexText } from './api/accounts.js';
export type { Broadcast, DevnetChain, DevnetChains, QueryOptions } from './api/chains.js';
export type { DevnetChannel } from './api/channels.js';
export type { Devnet } from './api/devnet.js';
export type { DevnetFork } from './api/fork.js';
export type { MineOptions } from './api/mining.js';
export type { NativeCurrency } from './api/native_currency.js';
export type { DevnetNetwork, NetworkNode, NetworkPeer } from './api/network.js';
export type { DevnetRelayer } from './api/relayer.js';
export type { DevnetTime } from './api/time.js';
export type { DevnetValidatorKey, ValidatorTerms } from './api/validators.js';
export type { DevnetWallet } from './api/wallet.js';
export type { ChannelTerms, ClosedEnd, OpenedChannel, OpenedEnd } from './chains/channel_control.js';
export { createDevnet } from './devnet.js';
export type { Engine } from './engine_node/create_engine.js';
export type { EngineGenesis, EngineGenesisOptions } from './engine_node/engine_genesis.js';
export type { EngineOptions } from './engine_node/engine_options.js';
export { type ExportOptions, exportHome } from './export/export_home.js';
export type {
  DevnetFault,
  FaultKind,
  FaultParameterKind,
  NetworkFault,
  RpcFault,
} from './faults/fault_menu.js';
export { faultText } from './faults/fault_text.js';
export {
  faultMenu,
  readAnyFaultText as readFaultText,
  readAnyFaultWords as readFaultWords,
} from './faults/read_fault.js';
export { type HomeLock, lockHome } from './home/home_lock.js';
export type { Urls } from './listeners.js';
export type * from './log/entry.js';
export type { LogListener } from './log/node_log.js';
export { COLOURED, type Paint, PLAIN } from './log/paint.js';
export { logText } from './log/text.js';
export { describeMiningMode, type MiningMode, readMiningModeText } from './mining/mining_mode.js';
export type { LinkSettings } from './network/network_control.js';
export type { ActiveFault } from './network/network_record.js';
export type { ChainOptions } from './options/chain_options.js';
export { type ClockName, clockOf, fixedClock } from './options/clock.js';
export type { CometRpcOptions } from './options/comet_rpc_options.js';
export type { DevnetOptions } from './options/devnet_options.js';
export type { JsonRpcOptions } from './options/json_rpc_options.js';
export type { DumpOptions, DumpStateOption } from './options/state_options.js';
export { addressTexts, type GenesisChain, genesisChains } from './plan/genesis_chains.js';
export { type Clock, systemClock } from './platform.js';
export type { FaultProxy, ProxyFault, ProxyOptions } from './proxy/create_proxy.js';
export type { ReplayCounts, ReplayDifference } from './records/replay_lines.js';
export { type ReplayOptions, type ReplayReport, replayRecord, traceRecord } from './records/replay_record.js';
export type { DropRule } from './relaying/drops.js';
export type { Pending } from './relaying/relayer.js';
export type { ConsensusPosition, StepUnit } from './runtime/stepping.js';
export type { RevertOptions } from './snapshots/snapshots.js';
export { type NodeReport, type VerifyNodeOptions, verifyNode } from './verify/node/verify_node.js';
export type { ReferenceReport } from './verify/reference/reference_check.js';
export { type ChainReport, type VerifyOptions, type VerifyReport, verifyHome } from './verify/verify_home.js';
export type { DevnetValidator } from './views/validators.js';

/** Starts the simulated network over an application of ABCI 2.0. Its code loads with the first call. */
export const createEngine = async (options: EngineOptions): Promise<Engine> =>
  (await import('./engine_node/create_engine.js')).createEngine(options);

/**
 * Rewrites the genesis document of an SDK application so that simulated validators run it. Returns document and keys for
 * `createEngine`.
 */
export const engineGenesis = async (options: EngineGenesisOptions): Promise<EngineGenesis> =>
  (await import('./engine_node/engine_genesis.js')).engineGenesis(options);

/**
 * Starts a proxy before a node of any kind, with faults of interfaces. Its code loads with the first call. Rejects with
 * HalleyError: `invalid-argument` for a URL or a fault, `address-in-use`.
 */
export const createProxy = async (url: string, options: ProxyOptions = {}): Promise<FaultProxy> =>
  (await import('./proxy/create_proxy.js')).createProxy(url, options);
