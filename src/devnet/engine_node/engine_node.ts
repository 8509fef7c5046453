/** Runs a chain of another program's application, without sockets. */
import { ChainSlot } from '../../backend/chain_slot.js';
import type { CometBackend } from '../../backend/comet.js';
import type { EvmTime } from '../../backend/evm/mining.js';
import type { Monitoring } from '../../backend/monitoring.js';
import { txHash } from '../../codec/tx_hash.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { toUpperHex } from '../../kernel/hex.js';
import { formatTime, NANOS_PER_MILLISECOND, NANOS_PER_SECOND, nanosOf } from '../../kernel/time.js';
import type { RpcGates } from '../../rpc/faults/gate.js';
import { RequestMeter } from '../../rpc/monitoring/request_meter.js';
import { recoverEvidence } from '../actions/submit_evidence.js';
import { cometBackend } from '../backends/comet.js';
import { evmTime } from '../backends/evm/mining.js';
import { NO_RECORD } from '../chain/chain_activity.js';
import { ChainClock } from '../clock/chain_clock.js';
import { lateDecision } from '../log/consensus_entries.js';
import type { HeightEntry } from '../log/entry.js';
import { NodeLog } from '../log/node_log.js';
import { logRounds } from '../log/rounds.js';
import type { MiningMode } from '../mining/mining_mode.js';
import { chainMonitoring } from '../monitoring/chain_monitoring.js';
import { createGates, NetworkControl } from '../network/network_control.js';
import { faultsOption } from '../options/faults_option.js';
import { miningModeOption } from '../options/mining_mode_option.js';
import { type Clock, hostSchedule, hostTicker, monotonicMs, systemClock } from '../platform.js';
import { BlockProducer } from '../runtime/block_producer.js';
import { Loop } from '../runtime/loop.js';
import { Mining } from '../runtime/mine_blocks.js';
import { stalled } from '../runtime/quorum.js';
import { recheck } from '../runtime/recheck.js';
import { TxAdmission } from '../runtime/tx_admission.js';
import { TxWaits } from '../runtime/tx_waits.js';
import { hostedParts } from '../snapshots/chain_parts.js';
import { Rollback } from '../snapshots/rollback.js';
import { Snapshots } from '../snapshots/snapshots.js';
import { applicationPart, type EngineApplications } from './engine_applications.js';
import type { CheckedEngineOptions } from './engine_options.js';
import type { HostedChain } from './hosted_chain.js';

export class EngineNode {
  readonly slot = new ChainSlot<EngineNode>(this);
  readonly requests = new RequestMeter(monotonicMs);
  readonly log: NodeLog;
  readonly admission: TxAdmission;
  readonly waits: TxWaits;
  readonly clock: ChainClock;
  readonly producer: BlockProducer;
  readonly loop: Loop;
  readonly rpcGates: RpcGates;
  readonly networkControl: NetworkControl;
  readonly mining: Mining;
  readonly comet: CometBackend;
  readonly time: EvmTime;
  readonly snapshots: Snapshots;
  readonly #rollback: Rollback;
  #monitoring: Monitoring | undefined;

  constructor(
    readonly chain: HostedChain,
    clock: Clock,
    private readonly options: CheckedEngineOptions,
    readonly applications: EngineApplications,
  ) {
    applications.chain = chain;
    const { log, onBug, timestamp, automineBatch } = options;
    const { blockStore, store } = chain;
    const mode = miningModeOption(options);
    this.log = new NodeLog(log, onBug);
    this.admission = new TxAdmission(chain);
    this.waits = new TxWaits(chain.events);
    this.clock = new ChainClock(
      clock,
      store,
      undefined,
      isNew(chain) ? timestamp : undefined,
      leastStepOf(clock, mode),
    );
    this.producer = new BlockProducer(chain, this.clock, chain.timeouts.commit, NO_RECORD);
    const timers = { nowMs: monotonicMs, schedule: hostSchedule, every: hostTicker };
    this.loop = new Loop(chain, this.producer, this.admission, timers, mode, automineBatch);
    this.rpcGates = createGates(chain.seed, monotonicMs);
    this.networkControl = new NetworkControl(this);
    this.mining = new Mining(this, (progress) => this.log.write({ type: 'mining', ...progress }));
    this.comet = cometBackend(this);
    this.time = evmTime(this);
    const newest = () => ({ height: blockStore.height, hash: blockStore.state.lastBlockId.hash });
    this.snapshots = new Snapshots(this.loop, store, newest, NO_RECORD);
    const parts = hostedParts(this, miningModeOption(options), applicationPart(applications, chain));
    this.snapshots.addOf(store, parts, newest);
    this.#rollback = new Rollback(
      { chain, loop: this.loop, snapshots: this.snapshots, record: NO_RECORD, host: { isJoined: false } },
      parts,
    );
    this.clock.lead(() => blockStore.state.lastBlockTime);
  }

  /**
   * Starts the chain. When it resolves, the first block exists. Throws HalleyError `unavailable` when the validators
   * cannot decide it.
   */
  async start(): Promise<void> {
    const { chain, loop, admission, networkControl } = this;
    this.#logChain();
    if (isNew(chain) && (await loop.mine()).type === 'stalled') throw stalled(chain);
    await networkControl.recover();
    await loop.run(() => recoverEvidence(chain), { next: 'settle' });
    await loop.run(() => admission.recover(), { next: 'mine' });
    await networkControl.start(faultsOption(this.options, chain.simNetwork.size));
  }

  /** Takes a snapshot. This and the other ways back throw HalleyError `unavailable` for an application without a command. */
  async snapshot(): Promise<number> {
    this.applications.mustHaveCommand();
    return this.snapshots.take();
  }

  /** Removes the newest blocks. */
  async rollback(depth: bigint): Promise<void> {
    this.applications.mustHaveCommand();
    await this.#rollback.rollback(depth);
  }

  /** Goes back to the first block. */
  async reset(): Promise<void> {
    this.applications.mustHaveCommand();
    await this.#rollback.reset();
  }

  /** Starts the application again, with its data. Throws HalleyError `unavailable` for one without a command. */
  restartApplication(): Promise<void> {
    return this.loop.run(async () => {
      this.applications.mustHaveCommand();
      await this.applications.restart();
      await recheck(this.chain, [...this.chain.pool.all()]);
    });
  }

  /** Handles the failure of an application that no call has reported: starts it again, or ends the loop. */
  async applicationFailed(error: HalleyError): Promise<void> {
    const { applications, chain, loop } = this;
    await loop.post(async () => {
      if (!applications.isBroken) return;
      if (await applications.restartFailed()) return recheck(chain, [...chain.pool.all()]);
      const text = `${error.message}${await applications.explain()}`;
      throw new HalleyError('stopped', text, error.facts, { cause: error });
    });
  }

  /** Logs blocks and rounds while someone listens to the log. */
  #logChain(): void {
    const { chain, log, producer } = this;
    const beginRounds = logRounds(chain, this.loop, log);
    log.whileHeard(() => {
      const ends = [
        beginRounds(),
        chain.publishedHeights.listen((height) => {
          if (log.quiet) return;
          const late = lateDecision(chain, height, (at, round) => producer.hasMissedProposal(at, round));
          for (const entry of [late, heightEntry(chain, height)]) if (entry !== undefined) log.write(entry);
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    });
  }

  /** Returns state and metrics of the chain. Counters begin with the first call. */
  monitor(): Monitoring {
    this.#monitoring ??= chainMonitoring(this, monotonicMs, hostTicker);
    return this.#monitoring;
  }

  /** Ends what has no loop to end it. */
  close(): void {
    this.#monitoring?.close();
  }
}

/**
 * Returns the shortest time between two blocks in nanoseconds. On the wall clock it is CometBFT's, a millisecond. A clock
 * that only blocks advance moves by the interval of the mining mode, or by a second.
 */
function leastStepOf(clock: Clock, mode: MiningMode): bigint {
  if (clock === systemClock) return NANOS_PER_MILLISECOND;
  return mode.type === 'interval' && mode.maxMs === undefined ? nanosOf(mode.ms) : NANOS_PER_SECOND;
}

function heightEntry({ blockStore }: HostedChain, height: bigint): HeightEntry | undefined {
  const stored = blockStore.block(height);
  const results = blockStore.results(height);
  if (stored === undefined || results === undefined) return undefined;
  const { header, txs, evidence } = stored.block;
  return {
    type: 'height',
    height: Number(height),
    hash: toUpperHex(stored.blockId.hash),
    appHash: toUpperHex(results.appHash),
    time: formatTime(header.time),
    transactions: results.txResults.map(({ code, codespace, log, gasUsed }, index) => ({
      hash: toUpperHex(txHash(txs[index] ?? EMPTY_BYTES)),
      code,
      gasUsed: `${gasUsed}`,
      ...(code !== 0 && { error: `${codespace} ${code}: ${log}` }),
    })),
    evidence: evidence.length,
    validatorUpdates: results.validatorUpdates.length,
  };
}

const isNew = ({ blockStore }: HostedChain): boolean => blockStore.height < blockStore.base;
