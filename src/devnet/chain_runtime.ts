/** Runs a chain without sockets: block production, backends, EVM JSON-RPC and snapshots. */
import type { CometBackend } from '../backend/comet.js';
import type { EvmBackend } from '../backend/evm/evm_backend.js';
import type { Monitoring } from '../backend/monitoring.js';
import type { RoundFeed } from '../backend/rounds.js';
import type { EvmChain } from '../chain/evm_chain.js';
import { developmentAuthority } from '../config/development_authority.js';
import type { HalleyError } from '../kernel/errors.js';
import { evmTimestamp } from '../kernel/time.js';
import type { EvmService } from '../rpc/evm/service.js';
import { RequestMeter } from '../rpc/monitoring/request_meter.js';
import { serverOptions } from '../settings/server_options.js';
import { Authority } from './actions/authority.js';
import { DevTxSender, recoverDevTxs } from './actions/dev_tx_sender.js';
import { Impersonation } from './actions/impersonation.js';
import { Instance } from './actions/instance_id.js';
import { repeatTransactions } from './actions/repeat_transactions.js';
import { recoverEvidence } from './actions/submit_evidence.js';
import { ValidatorControl } from './actions/validators.js';
import { refusingAbsent } from './backends/absent_state.js';
import { cometBackend } from './backends/comet.js';
import { evmBackend } from './backends/evm/evm_backend.js';
import type { ChainReplacement } from './backends/evm/replacement.js';
import { ChainRounds } from './backends/rounds.js';
import type { Chain } from './chain/chain.js';
import { evmBlocksOf } from './chain/evm_blocks.js';
import { ChainClock } from './clock/chain_clock.js';
import { evmServiceOf } from './evm_service.js';
import type { Host } from './host.js';
import { logBlocks } from './log/block_entry.js';
import { conflictEntry } from './log/conflict_entry.js';
import { consensusEntries, type MissedProposal } from './log/consensus_entries.js';
import { NodeLog } from './log/node_log.js';
import { logRounds } from './log/rounds.js';
import { chainMonitoring } from './monitoring/chain_monitoring.js';
import { NetworkControl } from './network/network_control.js';
import type { DevnetOptions } from './options/devnet_options.js';
import { miningModeOption } from './options/mining_mode_option.js';
import { hostSchedule, hostTicker } from './platform.js';
import { BlockProducer } from './runtime/block_producer.js';
import { Loop } from './runtime/loop.js';
import { Mining } from './runtime/mine_blocks.js';
import { TxAdmission } from './runtime/tx_admission.js';
import { TxWaits } from './runtime/tx_waits.js';
import { chainParts } from './snapshots/chain_parts.js';
import { Rollback } from './snapshots/rollback.js';
import { Snapshots } from './snapshots/snapshots.js';
import { StateDumps } from './state_files/dump_state.js';
import { conflictView } from './views/conflict_view.js';

export interface NodeOptions
  extends Pick<
    DevnetOptions,
    | 'home'
    | 'miningMode'
    | 'automineBatch'
    | 'autoImpersonate'
    | 'timestamp'
    | 'compat'
    | 'clientVersion'
    | 'jsonRpc'
    | 'log'
    | 'onBug'
  > {
  /** Comes from the chain with which all others are reverted. A chain without it has its own. */
  readonly snapshots?: Snapshots;
  /** Returns the backend of the EVM JSON-RPC, whichever chain is current. By default it is that of this chain. */
  readonly currentBackend?: ((own: EvmBackend) => EvmBackend) | undefined;
  /** Replaces the chain by another one; undefined for a chain that cannot be replaced. */
  readonly replacement?: ChainReplacement | undefined;
  /** Chain that this one will replace. Its log and its EVM JSON-RPC go on with this one. */
  readonly before?: Pick<ChainRuntime, 'log' | 'evm' | 'requests'> | undefined;
}

export interface ChainRuntime {
  readonly chain: Chain;
  readonly loop: Loop;
  readonly heights: BlockProducer;
  readonly clock: ChainClock;
  readonly mining: Mining;
  readonly snapshots: Snapshots;
  readonly devTxSender: DevTxSender;
  readonly stateDumps: StateDumps;
  readonly networkControl: NetworkControl;
  readonly validators: ValidatorControl;
  readonly impersonation: Impersonation;
  readonly log: NodeLog;
  readonly evmBackend: EvmBackend;
  readonly evm: EvmService;
  readonly comet: CometBackend;
  /** Reports the rounds of all nodes. It listens to the network only while someone listens to it. */
  readonly rounds: RoundFeed;
  /** Logs this chain instead of the one before. A chain that replaces none logs from the start. */
  beginLog(): void;
  /**
   * Ends the chain without its stores. Only a command of its loop may call it. No block follows, and later commands and
   * waits for transactions reject with `why`.
   */
  retire(why: HalleyError): void;
  readonly requests: RequestMeter;
  /** Begins to report the chain's metrics. */
  monitor(): Monitoring;
}

/**
 * Starts a chain. When it resolves, the first block exists, and automine has put the pending transactions of the disk
 * into blocks.
 */
export async function startNode(chain: Chain, host: Host, options: NodeOptions): Promise<ChainRuntime> {
  const { clock, heights, admission, log, loop, networkControl } = await startLoop(chain, host, options);
  const mining = new Mining({
    chain,
    loop,
    clock,
    onProgress: (progress) => log.write({ type: 'mining', ...progress }),
  });
  const blocks = evmBlocksOf(chain);
  const authority = authorityOf(chain);
  const devTxSender = new DevTxSender(chain, loop, authority);
  const stateDumps = new StateDumps({ chain, blocks });
  const validators = new ValidatorControl(chain, devTxSender);
  const impersonation = new Impersonation(chain.app, authority, options.autoImpersonate);
  const waits = new TxWaits(chain.events);
  const { wallet, keystore, profiler, platform } = host;
  const { snapshots = snapshotsOf(chain, loop), home, replacement } = options;
  const { random, monotonicMs } = platform;
  const instance = new Instance(random);
  const control = {
    allChains: () => host.chains,
    snapshots,
    rollback: (): Rollback => rollback,
    devTxSender,
    stateDumps,
    validators,
    wallet,
    keystore,
    profiler,
    impersonation,
    instance,
    networkControl,
  };
  const answers = serverOptions(options.jsonRpc);
  const deps = { chain, blocks, loop, mining, clock, waits, ...control, home, log, answers, replacement };
  const port = refusingAbsent(evmBackend(deps), chain.state.remote);
  const requests = options.before?.requests ?? new RequestMeter(monotonicMs);
  const served = options.currentBackend?.(port) ?? port;
  const evm = options.before?.evm ?? evmServiceOf(served, chain.scheduler, log, requests, { ...options, platform });
  const beginLog = (): void => logChain({ chain, blocks, heights, loop, log });
  if (options.before === undefined) beginLog();
  const parts = chainParts({
    chain,
    heights,
    clock,
    waits,
    blocks,
    impersonation,
    filters: evm.filters,
    instance,
    networkControl,
    miningMode: miningModeOption(options),
  });
  snapshots.addOf(chain.store, parts, () => newestBlock(chain));
  const rollback = new Rollback({ chain, loop, snapshots, parts, isJoined: () => host.isJoined });
  const comet = refusingAbsent(cometBackend({ chain, loop, admission, waits }), chain.state.remote);
  chain.txBroadcaster.broadcast = comet.broadcast;
  return {
    chain,
    loop,
    heights,
    clock,
    mining,
    snapshots,
    devTxSender,
    stateDumps,
    networkControl,
    validators,
    impersonation,
    log,
    evmBackend: port,
    evm,
    comet,
    rounds: new ChainRounds({ chain, loop: chain.scheduler, schedule: hostSchedule }),
    requests,
    monitor: () => chainMonitoring({ chain, loop, comet, requests, nowMs: monotonicMs, every: hostTicker }),
    beginLog,
    retire: (why) => retire(loop, waits, why),
  };
}

/** Makes the loop of a chain, with its first block or with what an earlier process left on disk. */
async function startLoop(chain: Chain, host: Host, options: NodeOptions) {
  await host.recording?.attach(chain);
  const clock = chainClock(chain, host, options);
  const heights = new BlockProducer(chain, clock, host.timeouts.commit);
  const admission = new TxAdmission(chain);
  const log = options.before?.log ?? nodeLog(chain, host, options);
  const loop = loopOf(chain, heights, admission, host, options);
  const networkControl = new NetworkControl({ chain, loop, log });
  await goOn(chain, loop, admission, networkControl);
  return { clock, heights, admission, log, loop, networkControl };
}

const authorityOf = ({ app, seed }: Chain): Authority =>
  new Authority(app, { key: developmentAuthority(seed), hint: 'start it with the seed that made the document' });

function retire(loop: Loop, waits: TxWaits, why: HalleyError): void {
  loop.retire(why);
  waits.end(why);
}

const nodeLog = ({ genesis: { chainId } }: Chain, host: Host, { log, onBug }: NodeOptions): NodeLog =>
  new NodeLog(log, onBug, {
    isOpen: () => host.isOpen,
    chain: () => (host.isJoined ? chainId : undefined),
  });

const isNew = ({ blockStore }: Chain): boolean => blockStore.height < blockStore.base;

function chainClock(chain: Chain, host: Host, options: NodeOptions): ChainClock {
  const begins = isNew(chain) ? beginningOf(chain, options) : undefined;
  const clock = new ChainClock(host.clock, chain.store, host.timeline, begins);
  clock.lead(() => chain.blockStore.state.lastBlockTime);
  return clock;
}

/** Returns the Unix time at which a new chain begins; undefined for now. A fork goes on from the other chain's time. */
const beginningOf = ({ fork, genesis }: Chain, { timestamp }: NodeOptions): bigint | undefined =>
  fork === undefined ? timestamp : evmTimestamp(genesis.genesisTime);

function snapshotsOf(chain: Chain, loop: Loop): Snapshots {
  return new Snapshots(
    loop,
    chain.store,
    () => newestBlock(chain),
    () => chain.record,
  );
}

/** Logs blocks, rounds and the end of the chain, while someone listens to the log. */
function logChain({
  chain,
  blocks,
  heights,
  loop,
  log,
}: Pick<ChainRuntime, 'chain' | 'heights' | 'loop' | 'log'> & { readonly blocks: EvmChain }): void {
  const beginRounds = logRounds(chain, loop, log);
  log.whileHeard(() => {
    const missed: MissedProposal = (height, round) => heights.hasMissedProposal(height, round);
    const endBlocks = logBlocks(chain, blocks, log, (height) => consensusEntries(chain, height, missed));
    const endRounds = beginRounds();
    return () => {
      endBlocks();
      endRounds();
    };
  });
  heights.onConflict(() => {
    const conflict = log.quiet ? undefined : conflictView(chain.simNetwork, chain.keys);
    if (conflict !== undefined) log.write(conflictEntry(conflict));
  });
}

function loopOf(
  chain: Chain,
  heights: BlockProducer,
  admission: TxAdmission,
  { platform, commandQueue }: Host,
  options: NodeOptions,
): Loop {
  const timers = { nowMs: platform.monotonicMs, schedule: hostSchedule, every: hostTicker };
  return new Loop(chain, heights, admission, timers, miningModeOption(options), options.automineBatch, commandQueue);
}

/** Makes block 1 of a new chain, and restores the faults and pending transactions that an earlier process left on disk. */
async function goOn(chain: Chain, loop: Loop, admission: TxAdmission, networkControl: NetworkControl): Promise<void> {
  if (isNew(chain)) {
    await repeatTransactions(chain, admission);
    await loop.mine();
  }
  await networkControl.recover();
  await loop.run(() => recoverDevTxs(chain));
  await loop.run(() => recoverEvidence(chain), { next: 'settle' });
  await loop.run(() => admission.recover(), { next: 'mine' });
}

/** Returns the block that identifies a snapshot for clients. */
const newestBlock = ({ blockStore }: Chain) => ({ height: blockStore.height, hash: blockStore.state.lastBlockId.hash });
