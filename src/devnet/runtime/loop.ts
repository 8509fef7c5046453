/**
 * Runs the one loop: a queue of commands that run one at a time, in order of arrival. A mining mode decides when the
 * next event of the network may happen. No other code moves the network or changes the application's state. While a
 * height is made in one go, or the application answers, the queue waits. In modes that yield between events, commands
 * run between any two events.
 */
import type { Awaitable } from '../../kernel/awaitable.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { SLICE_MS } from '../../kernel/fair_scheduler.js';
import { RandomStream, seedStream } from '../../kernel/random.js';
import { nanosOf } from '../../kernel/time.js';
import type { MiningModeData } from '../../simulation/index.js';
import type { SimulatedChain } from '../chain/chain.js';
import { type MiningMode, modeDefinitionOf } from '../mining/mining_mode.js';
import type { ActiveMode, MiningDriver } from '../mining/mining_mode_definition.js';
import { Automine } from './automine.js';
import type { BlockProducer, Produced } from './block_producer.js';
import { CommandQueue } from './command_queue.js';
import { closed } from './fatal.js';
import { canDecide, stalled } from './quorum.js';
import { type ConsensusPosition, checkSteps, Stepping, type StepUnit } from './stepping.js';
import { type AdmitResult, isAdmitted, type TxAdmission } from './tx_admission.js';

/** Provides what the loop takes from its platform. */
export type LoopHost = Pick<MiningDriver, 'nowMs' | 'schedule' | 'every'>;

const NOTHING_RUNS: ActiveMode = { stop: () => undefined };

/**
 * Offers what a command that moves several chains may do with each of them while it runs. Only that command may use it,
 * because the queue runs no other command meanwhile.
 */
export interface Inside {
  /** Whether a block is made as soon as a transaction is pending. */
  readonly automine: boolean;
  /** Adds a transaction to the mempool. */
  take(tx: Bytes): Promise<AdmitResult>;
  /** Produces one height, or completes the one that has started. */
  produce(): Promise<Produced>;
  /** Lets the mining mode react; to be called after the last change. */
  follow(): void;
}

/**
 * Work that follows a command before its caller gets the result.
 *
 * - `mine`: in automine, heights for all pending transactions.
 * - `settle`: the network gets time for the work that the command gave it, unless the mining mode controls time. When the
 *   command resolves to true, something is pending, and automine makes a block.
 * - `continue`: validators may decide again, or need blocks that they missed. In automine, a height that could not be
 *   decided continues, and so do the pending transactions. The other mining modes go on as they always do.
 */
export type Next = 'mine' | 'settle' | 'continue';

/** A height that must follow a command and hold its changes; in a mining mode that controls time, the next height does. */
export interface CommitNext {
  readonly next: 'commit';
  /** Rejects with HalleyError when the command would be refused, and changes nothing. Called when no height can be decided. */
  check(): Awaitable<void>;
  /** Undoes the command when its height was not decided. */
  undo(): Promise<void>;
}

export type RunOptions = { readonly next?: Next } | CommitNext;

/** The loop, for code that only runs commands. */
export interface CommandRunner {
  run<T>(command: () => Promise<T>, options?: RunOptions): Promise<T>;
}

/** The loop, for code that runs commands and sends transactions of clients. */
export interface ClientLoop extends CommandRunner {
  submit(tx: Bytes, options?: SubmitOptions): Promise<AdmitResult>;
}

export interface SubmitOptions {
  /** `checked` resolves after CheckTx, before the height that follows in automine. The default is `mined`. */
  readonly until?: 'checked' | 'mined';
  /** Makes the transaction that is submitted instead. No other command runs between the two. */
  readonly renewed?: (() => Promise<Bytes>) | undefined;
}

export class Loop implements ClientLoop {
  readonly #stepping: Stepping;
  readonly #automine: Automine;
  /** Runs the calls of `step` one after another. */
  readonly #steps = new CommandQueue();
  /** Mining mode that `#running` follows; `undefined` until the loop has started. */
  #miningMode: MiningModeData | undefined;
  #running: ActiveMode = NOTHING_RUNS;
  #isRetired = false;
  readonly #draws: RandomStream;
  readonly #modeListeners: ((miningMode: MiningModeData) => void)[] = [];

  constructor(
    private readonly chain: SimulatedChain,
    private readonly producer: BlockProducer,
    private readonly admission: TxAdmission,
    private readonly host: LoopHost,
    miningMode: MiningMode,
    /** Lets transactions that arrive before a height starts share its block in automine. */
    private readonly batches = false,
    /** Runs the commands of all chains whose loops share the queue, one at a time. */
    private readonly commandQueue = new CommandQueue(),
  ) {
    this.#stepping = new Stepping(chain, producer);
    this.#automine = new Automine(chain, producer);
    this.#draws = new RandomStream(seedStream(chain.seed, 'pace'));
    chain.simNetwork.setMiningMode(miningMode);
  }

  get miningMode(): MiningMode {
    return this.#register as MiningMode;
  }

  /** Calls the listener with the mining mode when the loop starts, and after each change. */
  onMiningMode(listener: (miningMode: MiningModeData) => void): void {
    this.#modeListeners.push(listener);
  }

  /**
   * Starts the loop. Calls `onFailure` with the error that ends it and all loops that share its queue. Throws that
   * error when it has happened already.
   */
  start(onFailure?: (failure: HalleyError) => void): void {
    if (onFailure !== undefined) this.commandQueue.listen(onFailure);
    this.#drive();
  }

  /** Error with which the loop has ended; `undefined` while it runs. */
  get failure(): HalleyError | undefined {
    return this.commandQueue.failure;
  }

  /** Returns what a running command may do. Only a command may use it, while it runs. */
  get inside(): Inside {
    const { admission } = this;
    return {
      automine: this.#automine.isOn,
      take: async (tx) => {
        const taken = await admission.take(tx);
        await admission.secure(tx, taken);
        return taken;
      },
      produce: () => this.#automine.mineThrough(),
      follow: () => this.#follow(),
    };
  }

  /** Stops making heights, and aborts a block that takes long. Resolves when the running command has ended. */
  async stop(): Promise<void> {
    this.chain.scheduler.stop();
    this.#running.stop();
    this.#running = NOTHING_RUNS;
    await this.commandQueue.idle();
  }

  /** Rejects all commands from now on. */
  end(): void {
    this.commandQueue.end(closed());
  }

  /** Stops making heights, and rejects all later commands with `why`. Other chains of the scheduler go on. */
  retire(why: HalleyError): void {
    this.#running.stop();
    this.#running = NOTHING_RUNS;
    this.#isRetired = true;
    this.commandQueue.end(why);
  }

  /**
   * Queues a command, and resolves or rejects as it does. With `next: 'commit'`, throws HalleyError when the command is
   * refused, otherwise when no height can be decided.
   */
  run<T>(command: () => Promise<T>, options: RunOptions = {}): Promise<T> {
    if (options.next === undefined) return this.#run(command);
    if (options.next === 'commit') return this.#run(() => this.#commit(command, options));
    const { next } = options;
    return this.#run(async () => {
      const result = await command();
      await this.#next(next, result);
      return result;
    });
  }

  async #next(next: Next, result: unknown): Promise<void> {
    switch (next) {
      case 'mine':
        return this.#automine.mineAll();
      case 'settle':
        if (!this.#mode.yieldsBetweenEvents) await this.producer.settle();
        if (result === true && this.#automine.isOn) await this.producer.produce();
        return;
      case 'continue':
        if (this.#automine.isOn) await this.#automine.goOn();
    }
  }

  /** Queues a command that has no caller. A refusal of it counts as a failure. */
  post(command: () => Promise<unknown>): Promise<void> {
    return this.commandQueue.post(async () => {
      await command();
      this.#follow();
    });
  }

  /** Submits a transaction. In automine it resolves after the height that the transaction started. */
  submit(tx: Bytes, { until, renewed }: SubmitOptions = {}): Promise<AdmitResult> {
    if (until === 'checked') return this.#check(tx);
    let sent = tx;
    const take = async (): Promise<AdmitResult> => {
      if (renewed !== undefined) sent = await renewed();
      return this.admission.take(sent);
    };
    const mine = async (admission: AdmitResult): Promise<AdmitResult> => {
      if (isAdmitted(admission)) await this.#automine.mineDue(admission.hash);
      await this.admission.secure(sent, admission);
      return admission;
    };
    if (!this.batches) return this.#run(async () => mine(await take()));
    return this.#run(take).then(async (admission) => {
      await this.#arrivals();
      return this.#run(() => mine(admission));
    });
  }

  #check(tx: Bytes): Promise<AdmitResult> {
    const checked = this.#run(async () => {
      const admission = await this.admission.take(tx);
      await this.admission.secure(tx, admission);
      return admission;
    });
    const mine = (): void => void this.post(() => this.#automine.mineDue());
    if (this.batches) void checked.then(() => this.#arrivals()).then(mine, () => undefined);
    else mine();
    return checked;
  }

  /** Resolves when the requests that sockets have received by now are in the queue. */
  #arrivals(): Promise<void> {
    return new Promise((resolve) => this.chain.scheduler.afterIo(resolve));
  }

  /** Makes one height now, in every mining mode, after `prepare` has run. Completes the height that has started. */
  async mine(prepare: () => void = () => undefined): Promise<Produced> {
    if (!this.#mode.yieldsBetweenEvents)
      return this.#run(async () => {
        prepare();
        return this.producer.produce();
      });
    await this.#run(async () => prepare());
    const { blockStore, scheduler } = this.chain;
    const before = blockStore.height;
    // The observed node may first go through heights that the others have decided without it.
    while (blockStore.height === before) {
      const { count } = await this.#walk('height', 1, () => !scheduler.stopped);
      if (count === 0) return { type: 'stalled' };
    }
    return { type: 'decided', height: blockStore.height };
  }

  /**
   * Sets the mining mode, or the one that a function derives from the current one. A height that has started continues;
   * for automine it is over when this resolves. For automine it also mines the pending transactions, unless they are to
   * wait for the next one (`minesPending` false).
   */
  setMiningMode(to: MiningMode | ((miningMode: MiningMode) => MiningMode), minesPending = true): Promise<void> {
    return this.#run(async () => {
      const { simNetwork } = this.chain;
      const miningMode = typeof to === 'function' ? to(this.miningMode) : to;
      if (miningMode !== this.miningMode) simNetwork.setMiningMode(miningMode);
      if (!this.#automine.isOn) return;
      if ((await this.#automine.completes()) && minesPending) await this.#automine.mineAll();
    });
  }

  /**
   * Steps the network. Throws HalleyError `invalid-argument`, or `unavailable` in a mining mode that goes on by itself
   * and on a chain that has ended.
   */
  async step(unit: string, count: number): Promise<ConsensusPosition> {
    checkSteps(unit, count);
    return this.#steps.run(async () => {
      const { type } = this.#register;
      if (!this.#mode.allowsStep)
        throw new HalleyError(
          'unavailable',
          `the mining mode is "${type}", which goes on by itself: set "step" first (halley_setMiningMode, setMiningMode)`,
          { miningMode: type },
        );
      const { activity, simNetwork } = this.chain;
      if (simNetwork.conflict !== undefined) throw stalled(this.chain);
      const position = await this.#walk(
        unit,
        count,
        () => this.#mode.allowsStep === true && !this.chain.scheduler.stopped,
      );
      if (!activity.quiet) await this.#run(async () => activity.publish({ type: 'stepped' }));
      return position;
    });
  }

  /** Walks the steps, and lets the event loop run after each slice of time. */
  #walk(unit: StepUnit, count: number, goesOn: () => boolean): Promise<ConsensusPosition> {
    const { scheduler } = this.chain;
    let since = scheduler.now();
    const run = async <T>(command: () => Promise<T>): Promise<T> => {
      if (scheduler.now() - since >= SLICE_MS) {
        await new Promise<void>((resolve) => scheduler.afterIo(resolve));
        since = scheduler.now();
      }
      return this.#run(command);
    };
    return this.#stepping.walk(unit, count, run, goesOn);
  }

  get #register(): MiningModeData {
    return this.chain.simNetwork.miningMode as MiningModeData;
  }

  get #mode() {
    return modeDefinitionOf(this.#register);
  }

  #run<T>(command: () => Promise<T>): Promise<T> {
    return this.commandQueue.run(async () => {
      const result = await command();
      this.#follow();
      return result;
    });
  }

  async #commit<T>(command: () => Promise<T>, { check, undo }: CommitNext): Promise<T> {
    const refuse = async (): Promise<never> => {
      await check();
      throw stalled(this.chain);
    };
    const { yieldsBetweenEvents } = this.#mode;
    // A proposal that holds the changes could be decided later, when the caller has been refused already.
    if (!yieldsBetweenEvents && !canDecide(this.chain)) return refuse();
    // A height that has started is proposed without the changes of the command.
    if (
      !yieldsBetweenEvents &&
      this.chain.simNetwork.isHeightStarted &&
      (await this.producer.produce()).type === 'stalled'
    )
      return refuse();
    const result = await command();
    if (yieldsBetweenEvents || (await this.#automine.mineThrough()).type === 'decided') return result;
    await undo();
    throw stalled(this.chain);
  }

  /** Follows a command, which may have changed the mining mode or the time of the next event. */
  #follow(): void {
    if (this.#miningMode === undefined || this.#isRetired || this.chain.scheduler.stopped) return;
    if (this.#miningMode === this.#register) this.#running.moved?.();
    else this.#drive();
  }

  #drive(): void {
    this.#running.stop();
    this.#miningMode = this.#register;
    for (const listener of this.#modeListeners) listener(this.#miningMode);
    this.#running = this.#mode.run?.(this.#miningMode, this.#driveOf(this.#miningMode)) ?? NOTHING_RUNS;
  }

  /** Returns the driver for one mining mode. What a mode requested before it was replaced does not happen. */
  #driveOf(miningMode: MiningModeData): MiningDriver {
    const { producer, host } = this;
    const { simNetwork } = this.chain;
    const post = (happen: () => Promise<unknown>): Promise<void> =>
      this.post(async () => (miningMode === this.#register ? happen() : undefined));
    return {
      ...host,
      below: (bound) => this.#draws.below(bound),
      get now() {
        return simNetwork.now;
      },
      get nextTime() {
        return producer.nextTime;
      },
      height: (withinMs) => post(() => producer.tick(nanosOf(withinMs))),
      instant: async () => {
        const at = producer.nextTime;
        const goesOn = (): boolean =>
          miningMode === this.#register && producer.nextTime === at && !this.chain.scheduler.stopped;
        while (at !== undefined && goesOn()) await post(() => producer.next());
      },
    };
  }
}
