/** Runs a chain without sockets: block production, backends, EVM JSON-RPC and snapshots. */
import type { ChainSlot } from '../backend/chain_slot.js';
import type { CometBackend } from '../backend/comet.js';
import type { EvmBackend } from '../backend/evm/evm_backend.js';
import type { Monitoring } from '../backend/monitoring.js';
import type { RoundFeed } from '../backend/rounds.js';
import { developmentAuthority } from '../config/development_authority.js';
import { HalleyError } from '../kernel/errors.js';
import { evmTimestamp } from '../kernel/time.js';
import type { EvmService } from '../rpc/evm/service.js';
import type { RpcGates } from '../rpc/faults/gate.js';
import { serverOptions } from '../settings/server_options.js';
import { DevTxSender, recoverDevTxs } from './actions/dev_tx_sender.js';
import { repeatTransactions } from './actions/repeat_transactions.js';
import { recoverEvidence } from './actions/submit_evidence.js';
import { ValidatorControl } from './actions/validators.js';
import { cometBackend } from './backends/comet.js';
import { evmBackend } from './backends/evm/evm_backend.js';
import { type ChainReplacement, NO_REPLACEMENT } from './backends/evm/snapshots.js';
import { ChainKeptRounds } from './backends/kept_rounds.js';
import { ChainRounds } from './backends/rounds.js';
import type { Chain } from './chain/chain.js';
import { NO_RECORD, type RecordOfChain } from './chain/chain_activity.js';
import { loadCosmosTxs, type ShowCosmosTxs } from './chain/evm_blocks.js';
import { ChainClock } from './clock/chain_clock.js';
import type { Host } from './host.js';
import { logBlocks } from './log/block_entry.js';
import { conflictEntry } from './log/conflict_entry.js';
import { consensusEntries, type MissedProposal } from './log/consensus_entries.js';
import { logRounds } from './log/rounds.js';
import { chainMonitoring } from './monitoring/chain_monitoring.js';
import { createGates, NetworkControl } from './network/network_control.js';
import type { Reorgs } from './network/reorg_faults.js';
import type { DevnetOptions } from './options/devnet_options.js';
import { miningModeOption } from './options/mining_mode_option.js';
import { hostSchedule, hostTicker } from './platform.js';
import { RunningChain } from './running_chain.js';
import { BlockProducer } from './runtime/block_producer.js';
import { isRefusal } from './runtime/fatal.js';
import { publishHeight } from './runtime/height_publisher.js';
import { Loop } from './runtime/loop.js';
import { Mining } from './runtime/mine_blocks.js';
import { TxWaits } from './runtime/tx_waits.js';
import { chainParts } from './snapshots/chain_parts.js';
import { lateVotes } from './snapshots/revert_target.js';
import { Rollback } from './snapshots/rollback.js';
import { Snapshots } from './snapshots/snapshots.js';
import { conflictView } from './views/conflict_view.js';

export interface NodeOptions extends DevnetOptions {
  /** Snapshots of the chain with which all others are reverted. A chain without them has its own. */
  readonly snapshots?: Snapshots;
  /** Replacement of the chain by another one; `undefined` for a chain that cannot be replaced. */
  readonly replacement?: ChainReplacement;
  /** Chain that this one will replace. What its clients hold goes on with this one. */
  readonly before?: ChainNode;
}

/** Opens a chain whose application broadcasts the transactions of its clients with the function. */
export type OpenChain = (broadcast: CometBackend['broadcast']) => Promise<Chain>;

/** Chain that runs under the simulated network: the devnet's own, or one of the others. */
export class ChainNode extends RunningChain<Chain> {
  declare readonly slot: ChainSlot<ChainNode>;
  readonly clock: ChainClock;
  readonly producer: BlockProducer;
  readonly loop: Loop;
  /** Faults that the servers of the slot meet; the same for all chains of the slot. */
  readonly rpcGates: RpcGates;
  readonly networkControl: NetworkControl;
  readonly mining: Mining;
  readonly devTxSender: DevTxSender;
  readonly validators: ValidatorControl;
  readonly waits: TxWaits;
  readonly snapshots: Snapshots;
  readonly rollback: Rollback;
  readonly evmBackend: EvmBackend;
  readonly evm: EvmService;
  readonly comet: CometBackend;
  readonly rounds: RoundFeed;
  readonly keptRounds: ChainKeptRounds;
  /** Whether no other chain had the slot before. */
  readonly #isFirst: boolean;

  private constructor(
    chain: Chain,
    host: Host,
    readonly record: RecordOfChain,
    options: NodeOptions,
    cosmosTxs: ShowCosmosTxs | undefined,
  ) {
    const key = developmentAuthority(chain.seed);
    super(chain, host, { key, hint: 'start it with the seed that made the document' }, options, cosmosTxs);
    const { before, replacement = NO_REPLACEMENT } = options;
    this.#isFirst = before === undefined;
    this.clock = chainClock(chain, host, options);
    this.producer = new BlockProducer(chain, this.clock, host.timeouts.commit, record);
    this.loop = loopOf(this, options);
    this.rpcGates = before?.rpcGates ?? createGates(chain.seed, host.platform.monotonicMs);
    this.networkControl = new NetworkControl(this, { isServed: before === undefined, reorgs: reorgsOf(this) });
    this.mining = new Mining(this, (progress) => this.log.write({ type: 'mining', ...progress }));
    this.devTxSender = new DevTxSender(chain, this.loop, this.authority);
    this.validators = new ValidatorControl(chain, this.devTxSender);
    this.waits = new TxWaits(chain.events);
    this.snapshots = options.snapshots ?? new Snapshots(this.loop, chain.store, () => newestBlock(chain), record);
    this.comet = cometBackend(this);
    this.evmBackend = evmBackend(this, replacement, options.home, serverOptions(options.jsonRpc));
    this.evm = this.evmServiceOf(options);
    this.rounds = new ChainRounds({ chain, loop: chain.scheduler, schedule: hostSchedule });
    this.keptRounds = new ChainKeptRounds(chain);
    const parts = chainParts(this, miningModeOption(options));
    this.snapshots.addOf(chain.store, parts, () => newestBlock(chain));
    this.rollback = new Rollback(this, parts);
  }

  /** Opens a chain, and closes it when it cannot be recorded. */
  static async open(host: Host, options: NodeOptions, openChain: OpenChain): Promise<ChainNode> {
    let node: ChainNode | undefined;
    const chain = await openChain(async (tx) => {
      if (node === undefined) throw new HalleyError('unavailable', 'the chain is not running yet');
      return node.comet.broadcast(tx);
    });
    try {
      const record = (await host.recording?.attach(chain)) ?? NO_RECORD;
      const cosmosTxs = await loadCosmosTxs(serverOptions(options.jsonRpc));
      node = new ChainNode(chain, host, record, options, cosmosTxs);
      return node;
    } catch (error) {
      await closeChain(chain);
      throw error;
    }
  }

  /**
   * Starts the chain. When it resolves, the first block exists, and automine has put the pending transactions of the
   * disk into blocks.
   */
  async start(): Promise<void> {
    await goOn(this);
    if (this.#isFirst) logChain(this);
  }

  protected override beginMonitoring(): Monitoring {
    return chainMonitoring(this, this.host.platform.monotonicMs, hostTicker);
  }

  /**
   * Takes the place of the chain that has the slot, at once. Subscriptions report that its blocks are removed, and
   * continue with all blocks of this one, whose first block already exists. Filters are removed, and snapshot ids
   * continue after those before.
   */
  takeSlot(): void {
    const { chain, evm, slot, snapshots } = this;
    const before = slot.now;
    before.chain.beforeRevert.publish({ to: before.chain.blockStore.base - 1n, from: before.producer.published });
    snapshots.goOnAfter(before.snapshots);
    slot.replace(this);
    this.networkControl.takeServers();
    for (let height = chain.blockStore.base; height <= this.producer.published; height++) publishHeight(chain, height);
    if (before.isMonitored) {
      before.endMonitoring();
      this.monitor();
    }
    evm.filters.clear();
    logChain(this);
  }

  /**
   * Ends the chain without its stores. Only a command of its loop may call it. No block follows, and later commands and
   * waits for transactions reject with `why`.
   */
  retire(why: HalleyError): void {
    this.loop.retire(why);
    this.waits.end(why);
  }

  /**
   * Stores late precommits, and closes the fork and the store of a chain whose loop has stopped. Later reads of it fail
   * with `why`. After a failure, or with `why`, it writes nothing.
   */
  async close(why?: HalleyError): Promise<void> {
    const { failure } = this.loop;
    const hasFailed = failure !== undefined && !isRefusal(failure);
    const late = why === undefined && !hasFailed ? lateVotes(this.chain) : [];
    if (late.length > 0) await this.chain.store.batch(late);
    await closeChain(this.chain, why);
  }
}

/** Closes the fork and the store of a chain. */
async function closeChain({ fork, store }: Chain, why?: HalleyError): Promise<void> {
  await fork?.close(why);
  await store.close(why);
}

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

function loopOf({ chain, producer, admission, host }: ChainNode, options: NodeOptions): Loop {
  const { platform, commandQueue } = host;
  const timers = { nowMs: platform.monotonicMs, schedule: hostSchedule, every: hostTicker };
  return new Loop(chain, producer, admission, timers, miningModeOption(options), options.automineBatch, commandQueue);
}

/** Logs blocks, rounds and the end of the chain, while someone listens to the log. */
function logChain(node: ChainNode): void {
  const { chain, blocks, producer, loop, log, evmBackend } = node;
  const beginRounds = logRounds(chain, loop, log);
  log.whileHeard(() => {
    const missed: MissedProposal = (height, round) => producer.hasMissedProposal(height, round);
    const endBlocks = logBlocks(chain, blocks, log, (height) => consensusEntries(chain, height, missed), evmBackend);
    const endRounds = beginRounds();
    return () => {
      endBlocks();
      endRounds();
    };
  });
  producer.onConflict(() => {
    const conflict = log.quiet ? undefined : conflictView(chain.simNetwork, chain.keys);
    if (conflict !== undefined) log.write(conflictEntry(conflict));
  });
}

/** Makes block 1 of a new chain, and restores the faults and pending transactions that an earlier process left on disk. */
async function goOn({ chain, loop, admission, networkControl }: ChainNode): Promise<void> {
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

/** Returns the reorganisations of a chain that faults ask for. */
const reorgsOf = (node: ChainNode): Reorgs => ({
  check: () => void node.rollback.heightBelow(0n, 'Reorg'),
  run: async (request) => {
    const { reorganise } = await import('./snapshots/reorg.js');
    return reorganise(node, request, (tx) => tx as Uint8Array);
  },
});
