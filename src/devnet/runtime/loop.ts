/**
 * The one loop: an inbox of commands that run one at a time, in order of arrival, and a pacer that says when the next
 * thing may happen in the network. Nobody else moves the network or changes the application's state. While a height is
 * made in one go, or the application is asked, the inbox waits; in eventwise paces commands run between any two events.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { SLICE_MS } from '../../kernel/fair_scheduler.js';
import { RandomStream, seedStream } from '../../kernel/random.js';
import type { MiningModeData } from '../../simulation/index.js';
import type { Chain } from '../chain/chain.js';
import { type MiningMode, modeDefinitionOf } from '../mining/mining_mode.js';
import type { ActiveMode, MiningDriver } from '../mining/mining_mode_definition.js';
import type { BlockProducer, Produced } from './block_producer.js';
import { CommandQueue } from './command_queue.js';
import { closed } from './fatal.js';
import { type ConsensusPosition, checkSteps, Stepping, type StepUnit } from './stepping.js';
import { type AdmitResult, isAdmitted, type TxAdmission } from './tx_admission.js';

/** What the loop takes from its host. */
export type LoopHost = Pick<MiningDriver, 'nowMs' | 'schedule' | 'every'>;

export const stalled = (): HalleyError =>
  new HalleyError('unavailable', "no block can be decided: less than two thirds of the validators' power answers");

const NOTHING_RUNS: ActiveMode = { stop: () => undefined };

/**
 * What a command that moves several chains may do with each of them while it runs. Nobody else may: the inbox stands
 * still meanwhile.
 */
export interface Inside {
  /** Whether blocks are made as soon as something waits for one. */
  readonly automine: boolean;
  /** Into the mempool. */
  take(tx: Bytes): Promise<AdmitResult>;
  /** One height; one that is under way goes on. */
  produce(): Promise<Produced>;
  /** After the last of it: the pace may have something to do. */
  follow(): void;
}

export class Loop {
  readonly #stepping: Stepping;
  /** Steps that were asked for at once come one after another. */
  readonly #steps = new CommandQueue();
  /** The pace that `#running` follows; undefined until the loop has started. */
  #miningMode: MiningModeData | undefined;
  #running: ActiveMode = NOTHING_RUNS;
  readonly #draws: RandomStream;
  #modeListener: (miningMode: MiningModeData) => void = () => undefined;

  constructor(
    private readonly chain: Chain,
    private readonly heights: BlockProducer,
    private readonly admission: TxAdmission,
    private readonly host: LoopHost,
    miningMode: MiningMode,
    /** In automine, transactions that came before a height starts go into it together. */
    private readonly batches = false,
    /** Of several loops that share one, commands run one at a time over all of their chains. */
    private readonly commandQueue = new CommandQueue(),
  ) {
    this.#stepping = new Stepping(chain, heights);
    this.#draws = new RandomStream(seedStream(chain.seed, 'pace'));
    chain.simNetwork.setMiningMode(miningMode);
  }

  get miningMode(): MiningMode {
    return this.#register as MiningMode;
  }

  /** Calls the one listener with the pace when the loop starts, and after each change. */
  onMiningMode(listener: (miningMode: MiningModeData) => void): void {
    this.#modeListener = listener;
  }

  /** `onFailure` hears what ends the loop, and all that share its inbox. Throws it when it has happened already. */
  start(onFailure?: (failure: HalleyError) => void): void {
    if (onFailure !== undefined) this.commandQueue.listen(onFailure);
    this.#drive();
  }

  /** For a command alone, while it runs. */
  get inside(): Inside {
    const { admission } = this;
    return {
      automine: this.#mode.automine === true,
      take: async (tx) => {
        const taken = await admission.take(tx);
        await admission.secure(tx, taken);
        return taken;
      },
      produce: () => this.#mineThrough(),
      follow: () => this.#follow(),
    };
  }

  /** Runs what nobody waits for, when its turn has come. */
  soon(command: () => Promise<unknown>): void {
    void this.#post(command);
  }

  /** No new heights; resolves when what is under way has ended, and a block that takes long is abandoned. */
  async stop(): Promise<void> {
    this.chain.scheduler.stop();
    this.#running.stop();
    this.#running = NOTHING_RUNS;
    await this.commandQueue.idle();
  }

  /** Whatever is asked from now on is refused. */
  end(): void {
    this.commandQueue.end(closed());
  }

  /** Runs a command when its turn has come. */
  between<T>(command: () => Promise<T>): Promise<T> {
    return this.#run(command);
  }

  /** Resolves in automine after the height that the transaction started, otherwise as `check` does. */
  submit(tx: Bytes): Promise<AdmitResult> {
    const take = (): Promise<AdmitResult> => this.admission.take(tx);
    const mine = async (admission: AdmitResult): Promise<AdmitResult> => {
      if (isAdmitted(admission)) await this.#mineDue();
      await this.admission.secure(tx, admission);
      return admission;
    };
    if (!this.batches) return this.#run(async () => mine(await take()));
    return this.#run(take).then(async (admission) => {
      await this.#arrivals();
      return this.#run(() => mine(admission));
    });
  }

  /** Resolves after CheckTx; in automine the height follows. */
  check(tx: Bytes): Promise<AdmitResult> {
    const checked = this.#run(async () => {
      const admission = await this.admission.take(tx);
      await this.admission.secure(tx, admission);
      return admission;
    });
    const mine = (): void => void this.#post(() => this.#mineDue());
    if (this.batches) void checked.then(() => this.#arrivals()).then(mine, () => undefined);
    else mine();
    return checked;
  }

  /** What sockets have for us by now is in the inbox when this resolves. */
  #arrivals(): Promise<void> {
    return new Promise((resolve) => this.chain.scheduler.afterIo(resolve));
  }

  /** In automine, heights for all that waits. */
  mineIfDue(): Promise<void> {
    return this.#run(() => this.#mineAll());
  }

  /** One height now, in every pace, after what `prepare` does; one that is under way goes on. */
  async mine(prepare: () => void = () => undefined): Promise<Produced> {
    if (!this.#mode.yieldsBetweenEvents)
      return this.#run(async () => {
        prepare();
        return this.heights.produce();
      });
    await this.#run(async () => prepare());
    const { count } = await this.#walk('height', 1, () => !this.chain.scheduler.stopped);
    return count === 1 ? { type: 'decided', height: this.chain.blockStore.height } : { type: 'stalled' };
  }

  /**
   * Runs a command that has the network do something, which it then gets the time for, unless the pace has time of its
   * own; when the command says that something now waits for a block, automine makes one.
   */
  betweenAndMine(command: () => Promise<boolean>): Promise<void> {
    return this.#run(async () => {
      const waits = await command();
      if (!this.#mode.yieldsBetweenEvents) await this.heights.settle();
      if (waits && this.#mode.automine) await this.heights.produce();
    });
  }

  /**
   * Runs a command, and makes a height after it, unless the pace has time of its own: then the next height holds what
   * the command did. The command answers with what takes it back. Throws HalleyError when none can be decided.
   */
  mineAfter(command: () => Promise<() => Promise<void>>): Promise<void> {
    return this.#run(async () => {
      const { yieldsBetweenEvents } = this.#mode;
      // A height under way is proposed without what comes now.
      if (!yieldsBetweenEvents && this.chain.simNetwork.released && (await this.heights.produce()).type === 'stalled')
        throw stalled();
      const takeBack = await command();
      if (yieldsBetweenEvents || (await this.#mineThrough()).type === 'decided') return;
      await takeBack();
      throw stalled();
    });
  }

  /** From now on time passes so. A height that is under way goes on; for automine it is over when this resolves. */
  setMiningMode(miningMode: MiningMode): Promise<void> {
    return this.changeMiningMode(() => miningMode);
  }

  /** The same, for a pace that hangs on the one before. */
  changeMiningMode(change: (miningMode: MiningMode) => MiningMode): Promise<void> {
    return this.#run(async () => {
      const { simNetwork } = this.chain;
      const miningMode = change(this.miningMode);
      if (miningMode !== this.miningMode) simNetwork.setMiningMode(miningMode);
      if (!this.#mode.automine) return;
      if (simNetwork.released) await this.heights.produce();
      await this.#mineAll();
    });
  }

  /** Throws HalleyError: `invalid-argument`, or `unavailable` in a pace that goes on by itself. */
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
      return this.#walk(unit, count, () => this.#mode.allowsStep === true && !this.chain.scheduler.stopped);
    });
  }

  /** The host has its turn now and then, however long the walk is. */
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

  #post(command: () => Promise<unknown>): Promise<void> {
    return this.commandQueue.post(async () => {
      await command();
      this.#follow();
    });
  }

  /** After a command: the pace may be another, or what comes next. */
  #follow(): void {
    if (this.#miningMode === undefined || this.chain.scheduler.stopped) return;
    if (this.#miningMode === this.#register) this.#running.moved?.();
    else this.#drive();
  }

  #drive(): void {
    this.#running.stop();
    this.#miningMode = this.#register;
    this.#modeListener(this.#miningMode);
    this.#running = this.#mode.run?.(this.#miningMode, this.#driveOf(this.#miningMode)) ?? NOTHING_RUNS;
  }

  /** Of one pace: what it asked for before another one came does not happen. */
  #driveOf(miningMode: MiningModeData): MiningDriver {
    const { heights, host } = this;
    const { simNetwork } = this.chain;
    const post = (happen: () => Promise<unknown>): Promise<void> =>
      this.#post(async () => (miningMode === this.#register ? happen() : undefined));
    return {
      ...host,
      below: (bound) => this.#draws.below(bound),
      get now() {
        return simNetwork.now;
      },
      get nextTime() {
        return heights.nextTime;
      },
      height: () => post(() => heights.produce()),
      instant: async () => {
        const at = heights.nextTime;
        const goesOn = (): boolean =>
          miningMode === this.#register && heights.nextTime === at && !this.chain.scheduler.stopped;
        while (at !== undefined && goesOn()) await post(() => heights.next());
      },
    };
  }

  async #mineDue(): Promise<void> {
    if (this.#isDue) await this.#mineThrough();
  }

  /** One height, or as many as the steering that waits fills, the last of which has room for more. */
  async #mineThrough(): Promise<Produced> {
    const { devTxs } = this.chain.app;
    for (;;) {
      const before = devTxs.waiting.length;
      const produced = await this.heights.produce();
      if (devTxs.waiting.length === 0 || devTxs.waiting.length >= before) return produced;
    }
  }

  /** Until nothing waits, or what waits gets no less. */
  async #mineAll(): Promise<void> {
    const { pool } = this.chain;
    for (let before = pool.size + 1; this.#isDue && pool.size < before; ) {
      before = pool.size;
      await this.#mineThrough();
    }
  }

  get #isDue(): boolean {
    const { pool, app, blockStore } = this.chain;
    return this.#mode.automine === true && pool.hasReady(app.evm.nextBaseFee(blockStore.height));
  }
}
