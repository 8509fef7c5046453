/**
 * A running chain as its clients see it. The simulated network decides its blocks (`chain_node.ts`), or an engine in
 * another process (`app_node/engine_chain.ts`).
 */
import { ChainSlot } from '../backend/chain_slot.js';
import type { EvmBackend } from '../backend/evm/evm_backend.js';
import type { Monitoring } from '../backend/monitoring.js';
import type { RoundFeed } from '../backend/rounds.js';
import type { EvmChain } from '../chain/evm_chain.js';
import { createEvmService, type EvmService } from '../rpc/evm/service.js';
import { RequestMeter } from '../rpc/monitoring/request_meter.js';
import { serverOptions } from '../settings/server_options.js';
import { Authority, type OwnAuthority } from './actions/authority.js';
import type { DevTxSender } from './actions/dev_tx_sender.js';
import { Impersonation } from './actions/impersonation.js';
import { Instance } from './actions/instance_id.js';
import type { AppChain } from './chain/chain.js';
import { evmBlocksOf, type ShowCosmosTxs, withCosmosTxs } from './chain/evm_blocks.js';
import type { ClockView } from './clock/chain_clock.js';
import type { Host } from './host.js';
import { NodeLog } from './log/node_log.js';
import type { DevnetOptions } from './options/devnet_options.js';
import { hostSchedule } from './platform.js';
import type { ClientLoop } from './runtime/loop.js';
import { TxAdmission } from './runtime/tx_admission.js';
import { StateDumps } from './state_files/dump_state.js';

export interface RunningOptions extends DevnetOptions {
  /** Chain that this one will replace. What its clients hold goes on with this one. */
  readonly before?: RunningChain;
}

export abstract class RunningChain<C extends AppChain = AppChain> {
  /**
   * Slot of this chain, and of those that replace it. It is the same for all of them, as are `log`, `requests` and
   * `evm`.
   */
  readonly slot: ChainSlot<RunningChain>;
  readonly log: NodeLog;
  readonly requests: RequestMeter;
  readonly blocks: EvmChain;
  /** Blocks as EVM clients see them, which may have Cosmos transactions too. */
  readonly shownBlocks: EvmChain;
  readonly admission: TxAdmission;
  readonly authority: Authority;
  readonly impersonation: Impersonation;
  readonly instance: Instance;
  readonly stateDumps: StateDumps;
  abstract readonly loop: ClientLoop;
  abstract readonly clock: ClockView;
  abstract readonly devTxSender: DevTxSender;
  abstract readonly evmBackend: EvmBackend;
  /** Rounds of all nodes. The feed follows them only while someone listens to it. */
  abstract readonly rounds: RoundFeed;
  abstract readonly evm: EvmService;
  #monitoring: Monitoring | undefined;

  protected constructor(
    readonly chain: C,
    readonly host: Host,
    authority: OwnAuthority,
    options: RunningOptions,
    cosmosTxs: ShowCosmosTxs | undefined,
  ) {
    const { before, log, onBug, autoImpersonate } = options;
    const { monotonicMs, random } = host.platform;
    const { chainId } = chain.genesis;
    this.blocks = evmBlocksOf(chain);
    this.shownBlocks = cosmosTxs === undefined ? this.blocks : withCosmosTxs(this.blocks, chain, cosmosTxs);
    this.admission = new TxAdmission(chain);
    this.authority = new Authority(chain.app, authority);
    this.impersonation = new Impersonation(chain.app, this.authority, autoImpersonate);
    this.instance = new Instance(random);
    this.stateDumps = new StateDumps(this);
    this.log =
      before?.log ??
      new NodeLog(log, onBug, { isOpen: () => host.isOpen, chain: () => (host.isJoined ? chainId : undefined) });
    this.requests = before?.requests ?? new RequestMeter(monotonicMs);
    this.slot = before?.slot ?? new ChainSlot<RunningChain>(this);
  }

  /** Returns state and metrics of the chain. Counters begin with the first call. */
  monitor(): Monitoring {
    this.#monitoring ??= this.beginMonitoring();
    return this.#monitoring;
  }

  endMonitoring(): void {
    this.#monitoring?.close();
    this.#monitoring = undefined;
  }

  get isMonitored(): boolean {
    return this.#monitoring !== undefined;
  }

  protected abstract beginMonitoring(): Monitoring;

  /** Makes the EVM JSON-RPC of the slot, which listens to the backend. The log receives the calls. */
  protected evmServiceOf({ before, jsonRpc, compat, clientVersion, onBug }: RunningOptions): EvmService {
    if (before !== undefined) return before.evm;
    const { namespaces, limits, allowInsecureUnlock, enableProfiling } = serverOptions(jsonRpc);
    const { monotonicMs, random } = this.host.platform;
    return createEvmService({
      slot: this.slot,
      namespaces,
      limits,
      compat,
      clientVersion,
      insecureUnlock: allowInsecureUnlock,
      profiling: enableProfiling,
      devMethods: true,
      nowMs: monotonicMs,
      random,
      schedule: hostSchedule,
      scheduler: this.chain.scheduler,
      watch: this.log,
      meter: this.requests.evm,
      onCrash: (method, error) => onBug?.(method, error),
    });
  }
}
