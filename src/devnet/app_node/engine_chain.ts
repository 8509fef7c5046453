/** Runs the application of a node under CometBFT for its clients, on the chain that the engine decides. */
import { resolve } from 'node:path';
import type { NodeFacts } from '../../app/sdk/query/node_facts.js';
import type { EvmBackend } from '../../backend/evm/evm_backend.js';
import type { Labels, Metric, Monitoring } from '../../backend/monitoring.js';
import type { EvmChain } from '../../chain/evm_chain.js';
import type { DevAuthority } from '../../config/development_authority.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { fromHex, to0x, toHex } from '../../kernel/hex.js';
import type { EvmService } from '../../rpc/evm/service.js';
import { DEFAULT_JSON_RPC_LIMITS } from '../../rpc/jsonrpc/limits.js';
import { serverOptions } from '../../settings/server_options.js';
import { DevTxSender, recoverDevTxs } from '../actions/dev_tx_sender.js';
import { AnswerControl } from '../actions/set_view_result.js';
import { chainRoles } from '../backends/evm/chain_roles.js';
import { evmDevelopment } from '../backends/evm/node.js';
import { evmStateFiles } from '../backends/evm/snapshots.js';
import type { AppChain } from '../chain/chain.js';
import { loadCosmosTxs, type ShowCosmosTxs } from '../chain/evm_blocks.js';
import type { Host } from '../host.js';
import { logBlocks } from '../log/block_entry.js';
import type { DroppedEntry } from '../log/entry.js';
import { gauge } from '../monitoring/executed_metrics.js';
import { monitoringOf } from '../monitoring/monitoring_of.js';
import type { DevnetOptions } from '../options/devnet_options.js';
import type { JsonRpcOptions } from '../options/json_rpc_options.js';
import { eventLoop, hostSchedule, hostTicker, systemClock } from '../platform.js';
import { RunningChain } from '../running_chain.js';
import { TxAdmission } from '../runtime/tx_admission.js';
import { CommittedDevTxs, waitMsOf } from './committed_dev_txs.js';
import { ENGINE_CLOCK } from './engine_clock.js';
import { engineFacts } from './engine_facts.js';
import { EngineLoop } from './engine_loop.js';
import { type EngineRpc, EngineStatus } from './engine_rpc.js';
import { networkRefusals } from './network_refusals.js';
import { EngineRounds } from './rounds/engine_rounds.js';
import { TxForwarder } from './tx_forwarder.js';

export interface EngineChainOptions extends DevnetOptions {
  readonly home: string;
  /** Key of the dev authority, if this node has it. */
  readonly devAuthority?: DevAuthority | undefined;
}

/** The connection with the engine. */
export interface EngineLink {
  readonly rpc: EngineRpc;
  /** Returns why nothing can be sent; undefined while an engine is connected. */
  readonly problem: () => string | undefined;
  /** Receives the reason when transactions cannot be forwarded to the engine. */
  readonly onForwardProblem: (text: string) => void;
}

/** Chain of a node's application that has a block. */
export class EngineChain extends RunningChain {
  readonly clock = ENGINE_CLOCK;
  readonly engine: EngineRpc;
  readonly engineStatus: EngineStatus;
  readonly forwarder: TxForwarder;
  readonly loop: EngineLoop;
  readonly devTxSender: DevTxSender;
  readonly evmBackend: EvmBackend;
  readonly evm: EvmService;
  readonly rounds: EngineRounds;
  /** Returns why the engine decides nothing; undefined while it is connected. */
  readonly problem: () => string | undefined;
  /** Returns what queries return about the node. */
  readonly nodeFacts: () => NodeFacts;

  private constructor(
    chain: AppChain,
    host: Host,
    { rpc, problem, onForwardProblem }: EngineLink,
    options: EngineChainOptions,
    cosmosTxs: ShowCosmosTxs | undefined,
  ) {
    super(
      chain,
      host,
      { key: options.devAuthority, hint: 'use the node that has config/dev_authority_key.json' },
      options,
      cosmosTxs,
    );
    const { commandQueue, platform } = host;
    this.engine = rpc;
    this.problem = problem;
    this.engineStatus = new EngineStatus(rpc, platform.monotonicMs);
    this.forwarder = new TxForwarder(chain.pool, rpc, ({ message }) =>
      onForwardProblem(`transactions wait for the RPC of the engine (--node): ${message}`),
    );
    this.loop = new EngineLoop(this.admission, commandQueue, this.forwarder, problem);
    const jsonRpc = serverOptions(options.jsonRpc);
    const { callTimeMs = DEFAULT_JSON_RPC_LIMITS.callTimeMs } = jsonRpc.limits ?? {};
    const committed = new CommittedDevTxs(chain, commandQueue, rpc.label, { waitMs: waitMsOf(callTimeMs) });
    this.devTxSender = new DevTxSender(chain, committed, this.authority, (message) =>
      committed.refuseRepeated(message),
    );
    this.evmBackend = engineBackend(this, options.home, jsonRpc);
    this.evm = this.evmServiceOf(options);
    const { client } = rpc;
    this.rounds = new EngineRounds({ client, clock: systemClock, loop: eventLoop, schedule: hostSchedule });
    this.nodeFacts = engineFacts(chain, rpc, this.loop);
  }

  /** Starts on a chain that has a block. When it resolves, the transactions on disk are pending again. */
  static async start(chain: AppChain, host: Host, link: EngineLink, options: EngineChainOptions): Promise<EngineChain> {
    await host.commandQueue.run(async () => {
      await recoverDevTxs(chain);
      await new TxAdmission(chain).recover();
    });
    const cosmosTxs = await loadCosmosTxs(serverOptions(options.jsonRpc));
    const node = new EngineChain(chain, host, link, options, cosmosTxs);
    const { forwarder, engineStatus, blocks, log } = node;
    forwarder.holdAll();
    chain.executable.listen((ethereumHash) => forwarder.onExecutable(ethereumHash));
    void engineStatus.refresh();
    log.whileHeard(() => {
      const ends = [logDropped(node), logBlocks(chain, blocks, log)];
      return () => {
        for (const end of ends) end();
      };
    });
    node.monitor();
    return node;
  }

  /** Stops what it does for its clients and the engine. The store stays open. */
  close(): void {
    this.forwarder.close();
    this.rounds.close();
    this.evm.close();
    this.endMonitoring();
  }

  /** Begins to measure what the engine does not: it has metrics of its own. */
  protected override beginMonitoring(): Monitoring {
    const { chain, requests, problem, host, engineStatus, forwarder } = this;
    return monitoringOf({
      ...{ chain, requests, problem, nowMs: host.platform.monotonicMs, every: hostTicker },
      peers: () => engineStatus.peers.length,
      ofEngine: (labels) => waitingMetrics(chain, forwarder, labels),
    });
  }
}

/** Returns metrics of the transactions that only this node has. */
const waitingMetrics = ({ app }: AppChain, { held }: TxForwarder, labels: Labels): readonly Metric[] => [
  gauge('halley_forwarding_txs', 'Transactions that the mempool of the engine does not have yet.', labels, held),
  gauge('halley_dev_txs_pending', 'Dev transactions that no block contains yet.', labels, app.devTxs.waiting.length),
];

/** Connects the EVM JSON-RPC with the chain of an application under CometBFT, role by role. */
function engineBackend(node: EngineChain, home: string, answers: JsonRpcOptions): EvmBackend {
  const { chain, engineStatus: engine, devTxSender } = node;
  return {
    ...networkRefusals(),
    ...chainRoles(node, answers),
    sendsTogether: true,
    get chainId() {
      return chain.evmChainId;
    },
    peerCount: () => engine.peers.length,
    home: resolve(home),
    node: () => engine.node,
    peers: () => engine.peers,
    // `devTxSender` waits until a block contains each change.
    ...evmDevelopment(chain, devTxSender, new AnswerControl(chain, devTxSender)),
    changesTogether: true,
    setValidatorPower: (validator, power) => {
      if (typeof validator === 'number')
        throw new HalleyError(
          'invalid-argument',
          'validators have no index on this chain: name it by its consensus address',
        );
      return devTxSender.setValidatorPower(validator, power);
    },
    ...evmStateFiles(node, () => undefined),
  };
}

/**
 * Logs transactions of this node's clients that no block will contain, until the returned function is called: another
 * client sent one with the same nonce to this or another node. As in geth, lookups by their hashes then return null.
 */
function logDropped({ chain, blocks, loop, log }: EngineChain): () => void {
  return chain.pendingStore.gone.listen(({ hash, admission }) => {
    if (log.quiet || admission?.ethereumHash === undefined || !loop.isOfClient(toHex(hash))) return;
    const { sender, nonce, ethereumHash } = admission;
    const by = pendingAt(chain.pool, sender, nonce) ?? minedAt(blocks, chain.blockStore.height, fromHex(sender), nonce);
    log.write({
      ...{ type: 'dropped', hash: to0x(ethereumHash), from: `0x${sender}`, nonce: `${nonce}` },
      by: by && to0x(by),
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
