/** Runs the parts of an application under CometBFT that its clients use: the EVM JSON-RPC and its dependencies. */
import { resolve } from 'node:path';
import type { NodeFacts } from '../../app/sdk/query/node_facts.js';
import { ChainSlot } from '../../backend/chain_slot.js';
import type { EvmBackend } from '../../backend/evm/evm_backend.js';
import type { EvmDevelopment, EvmProfiling } from '../../backend/evm/node.js';
import type { Labels, Metric, Monitoring } from '../../backend/monitoring.js';
import type { EvmChain } from '../../chain/evm_chain.js';
import type { DevAuthority } from '../../config/development_authority.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { fromHex, to0x, toHex } from '../../kernel/hex.js';
import type { EvmService } from '../../rpc/evm/service.js';
import { DEFAULT_JSON_RPC_LIMITS } from '../../rpc/jsonrpc/limits.js';
import { RequestMeter } from '../../rpc/monitoring/request_meter.js';
import { serverOptions } from '../../settings/server_options.js';
import { Authority } from '../actions/authority.js';
import { DevTxSender, recoverDevTxs } from '../actions/dev_tx_sender.js';
import { Impersonation } from '../actions/impersonation.js';
import { Instance } from '../actions/instance_id.js';
import { AnswerControl } from '../actions/set_view_result.js';
import type { Wallet } from '../actions/wallet.js';
import { chainRoles, type RolesNode } from '../backends/evm/chain_roles.js';
import { evmStateFiles } from '../backends/evm/snapshots.js';
import { evmBlocksOf } from '../chain/evm_blocks.js';
import { evmServiceOf } from '../evm_service.js';
import type { Keystore } from '../keys/keystore.js';
import { logBlocks } from '../log/block_entry.js';
import type { DroppedEntry } from '../log/entry.js';
import { NodeLog } from '../log/node_log.js';
import { gauge } from '../monitoring/executed_metrics.js';
import { monitoringOf } from '../monitoring/monitoring_of.js';
import type { DevnetOptions } from '../options/devnet_options.js';
import type { JsonRpcOptions } from '../options/json_rpc_options.js';
import { eventLoop, HOST_PLATFORM, hostSchedule, hostTicker, systemClock } from '../platform.js';
import type { CommandQueue } from '../runtime/command_queue.js';
import { TxAdmission } from '../runtime/tx_admission.js';
import { StateDumps } from '../state_files/dump_state.js';
import type { AppChain } from './app_chain.js';
import { AppLoop } from './app_loop.js';
import { CommittedDevTxs, waitMsOf } from './committed_dev_txs.js';
import type { EngineNode } from './engine_answers.js';
import { ENGINE_CLOCK } from './engine_clock.js';
import { engineFacts } from './engine_facts.js';
import type { EngineRpc } from './engine_rpc.js';
import { networkRefusals } from './network_refusals.js';
import { EngineRounds } from './rounds/engine_rounds.js';
import { TxForwarder } from './tx_forwarder.js';

export interface AppRuntimeOptions
  extends Pick<DevnetOptions, 'autoImpersonate' | 'clientVersion' | 'compat' | 'jsonRpc' | 'log' | 'onBug'> {
  readonly home: string;
  readonly queue: CommandQueue;
  readonly engine: EngineRpc;
  readonly devAuthority?: DevAuthority | undefined;
  readonly wallet: Wallet;
  readonly keystore: Keystore;
  readonly profiler: EvmProfiling;
  /** Returns why nothing can be sent; undefined while an engine is connected. */
  readonly problem: () => string | undefined;
  /** Receives the reason when transactions cannot be forwarded to the engine. */
  readonly onForwardProblem: (text: string) => void;
}

/** Shortest time between two reads of the engine's status, in milliseconds. */
const STATUS_INTERVAL_MS = 1_000;

/** Last description by the engine of its node and its peers, for responses that cannot wait for it. */
export class EngineStatus {
  #node: EngineNode | undefined;
  #peers: readonly EngineNode[] = [];
  #readAt: number | undefined;

  constructor(
    private readonly rpc: Pick<EngineRpc, 'label' | 'node' | 'peers'>,
    private readonly nowMs: () => number,
  ) {}

  /** Throws HalleyError `unavailable` until the engine's RPC has answered once. */
  get node(): EngineNode {
    if (this.#node !== undefined) return this.#node;
    throw new HalleyError('unavailable', `the RPC of the engine at ${this.rpc.label} has not answered yet`);
  }

  /** Moniker of the node; `undefined` until the engine's RPC has answered once. */
  get moniker(): string | undefined {
    return this.#node?.moniker;
  }

  /** Peers of the last response. */
  get peers(): readonly EngineNode[] {
    return this.#peers;
  }

  /** Reads again, unless it has read within the last second. If the node does not answer, the last responses remain. */
  async refresh(): Promise<void> {
    const now = this.nowMs();
    if (this.#readAt !== undefined && now - this.#readAt < STATUS_INTERVAL_MS) return;
    this.#readAt = now;
    try {
      [this.#node, this.#peers] = await Promise.all([this.rpc.node(), this.rpc.peers()]);
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
    }
  }
}

export interface AppRuntime {
  readonly chain: AppChain;
  readonly evm: EvmService;
  readonly forwarder: TxForwarder;
  readonly engine: EngineRpc;
  readonly engineStatus: EngineStatus;
  readonly log: NodeLog;
  /** Follows the engine's rounds while a page shows them. */
  readonly rounds: EngineRounds;
  /** Returns why the engine decides nothing; undefined while it is connected. */
  readonly problem: () => string | undefined;
  readonly requests: RequestMeter;
  readonly monitoring: Monitoring;
  /** Returns what queries return about the node. */
  readonly nodeFacts: () => NodeFacts;
}

/** Returns metrics of the transactions that only this node has. */
const waitingMetrics = ({ app }: AppChain, { held }: TxForwarder, labels: Labels): readonly Metric[] => [
  gauge('halley_forwarding_txs', 'Transactions that the mempool of the engine does not have yet.', labels, held),
  gauge('halley_dev_txs_pending', 'Dev transactions that no block contains yet.', labels, app.devTxs.waiting.length),
];

/** Starts on a chain that has a block. When it resolves, the transactions on disk are pending again. */
export async function startAppRuntime(chain: AppChain, options: AppRuntimeOptions): Promise<AppRuntime> {
  const { queue, engine, home, wallet, keystore, profiler, problem, devAuthority } = options;
  const { monotonicMs, random } = HOST_PLATFORM;
  const blocks = evmBlocksOf(chain);
  const forwarder = new TxForwarder(chain.pool, engine, ({ message }) =>
    options.onForwardProblem(`transactions wait for the RPC of the engine (--node): ${message}`),
  );
  const loop = new AppLoop({ chain, queue, forwarder, problem });
  await loop.run(async () => {
    await recoverDevTxs(chain);
    await new TxAdmission(chain).recover();
  });
  forwarder.holdAll();
  chain.pending.listen((ethereumHash) => forwarder.onExecutable(ethereumHash));
  const engineStatus = new EngineStatus(engine, monotonicMs);
  void engineStatus.refresh();
  const log = new NodeLog(options.log, options.onBug);
  const authority = new Authority(chain.app, {
    key: devAuthority,
    hint: 'use the node that has config/dev_authority_key.json',
  });
  const { callTimeMs = DEFAULT_JSON_RPC_LIMITS.callTimeMs } = serverOptions(options.jsonRpc).limits ?? {};
  const committed = new CommittedDevTxs(chain, queue, engine.label, { waitMs: waitMsOf(callTimeMs) });
  const devTxSender = new DevTxSender({ ...chain, keys: [] }, committed, authority, (message) =>
    committed.refuseRepeated(message),
  );
  const node = {
    ...{ chain, blocks, loop, engineStatus, devTxSender, log, clock: ENGINE_CLOCK },
    impersonation: new Impersonation(chain.app, authority, options.autoImpersonate),
    instance: new Instance(random),
    host: { wallet, keystore, profiler },
  };
  const evmBackend = appEvmBackend(node, home, serverOptions(options.jsonRpc));
  log.whileHeard(() => {
    const ends = [logDropped(chain, blocks, loop, log), logBlocks(chain, blocks, log)];
    return () => {
      for (const end of ends) end();
    };
  });
  const requests = new RequestMeter(monotonicMs);
  const slot = new ChainSlot({ evmBackend });
  const evm = evmServiceOf(slot, chain.scheduler, log, requests, options);
  // The engine has metrics of its own.
  const monitoring = monitoringOf({
    ...{ chain, requests, problem, nowMs: monotonicMs, every: hostTicker },
    peers: () => engineStatus.peers.length,
    ofEngine: (labels) => waitingMetrics(chain, forwarder, labels),
  });
  const { client } = engine;
  const rounds = new EngineRounds({ client, clock: systemClock, loop: eventLoop, schedule: hostSchedule });
  const nodeFacts = engineFacts({ chain, engine, loop });
  return { chain, evm, forwarder, engine, engineStatus, log, rounds, problem, requests, monitoring, nodeFacts };
}

interface AppEvmNode extends RolesNode {
  readonly chain: AppChain;
  readonly engineStatus: EngineStatus;
  readonly devTxSender: DevTxSender;
}

/** Connects the EVM JSON-RPC with the chain of an application under CometBFT, role by role. */
function appEvmBackend(own: AppEvmNode, home: string, answers: JsonRpcOptions): EvmBackend {
  const { chain, engineStatus: engine, devTxSender } = own;
  const files = evmStateFiles(new StateDumps(own), { devTxSender, historyTaker: () => undefined });
  return {
    ...networkRefusals(),
    ...chainRoles(own, answers),
    sendsTogether: true,
    get chainId() {
      return chain.evmChainId;
    },
    peerCount: () => engine.peers.length,
    home: resolve(home),
    node: () => engine.node,
    peers: () => engine.peers,
    ...development(chain, devTxSender),
    ...files,
  };
}

/** Sends dev transactions. `devTxSender` waits until a block contains each. */
function development(chain: AppChain, devTxSender: DevTxSender): EvmDevelopment {
  const answers = new AnswerControl(chain, devTxSender);
  return {
    acceptsDevTxs: () => devTxSender.authority.isHeld,
    sendDevTx: (message, value) => devTxSender.sendDevTx(message, value),
    changesTogether: true,
    setAnswer: (contract, query, value) => answers.setAnswer({ contract, query }, value),
    setValidatorPower: (validator, power) => {
      if (typeof validator === 'number')
        throw new HalleyError(
          'invalid-argument',
          'validators have no index on this chain: name it by its consensus address',
        );
      return devTxSender.setValidatorPower(validator, power);
    },
  };
}

/**
 * Logs transactions of this node's clients that no block will contain, until the returned function is called: another
 * client sent one with the same nonce to this or another node. As in geth, lookups by their hashes then return null.
 */
function logDropped(
  chain: Pick<AppChain, 'blockStore' | 'pool' | 'waiting'>,
  blocks: EvmChain,
  loop: Pick<AppLoop, 'isOfClient'>,
  log: NodeLog,
): () => void {
  return chain.waiting.gone.listen(({ hash, admission }) => {
    if (log.quiet || admission?.ethereumHash === undefined || !loop.isOfClient(toHex(hash))) return;
    const { sender, nonce, ethereumHash } = admission;
    const by = pendingAt(chain.pool, sender, nonce) ?? minedAt(blocks, chain.blockStore.height, fromHex(sender), nonce);
    log.write({
      ...{ type: 'dropped', hash: to0x(ethereumHash), from: `0x${sender}`, nonce: `${nonce}` },
      ...(by && { by: to0x(by) }),
    } satisfies DroppedEntry);
  });
}

function pendingAt(pool: AppChain['pool'], sender: string, nonce: bigint): Bytes | undefined {
  const { pending, queued } = pool.contentFrom(sender);
  return [...pending, ...queued].find(({ admission }) => admission.nonce === nonce)?.admission.ethereumHash;
}

function minedAt(blocks: EvmChain, height: bigint, sender: Bytes, nonce: bigint): Bytes | undefined {
  const txs = blocks.block(height)?.receipts.map(({ transaction }) => transaction) ?? [];
  return txs.find(({ from, nonce: taken }) => taken === nonce && equalBytes(from, sender))?.hash;
}
