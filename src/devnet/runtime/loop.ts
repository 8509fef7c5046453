/**
 * The one loop: an inbox of commands that run one at a time, in order of arrival, and a pacer that says when the next
 * thing may happen in the network. Nobody else moves the network or changes the application's state. While a height is
 * made in one go, or the application is asked, the inbox waits; in eventwise paces commands run between any two events.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { SLICE_MS } from '../../kernel/fair_scheduler.js';
import { RandomStream, seedStream } from '../../kernel/random.js';
import type { PaceData } from '../../simulation/index.js';
import type { Chain } from '../chain.js';
import type { Heights, Produced } from './block_producer.js';
import { Inbox } from './command_queue.js';
import { closed } from './fatal.js';
import { type Pace, pacerOf } from './mining_mode.js';
import type { Drive, Running } from './mining_mode_definition.js';
import { checkSteps, type Reached, Stepping, type StepUnit } from './stepping.js';
import { type Intake, isTaken, type TxIntake } from './tx_admission.js';

/** What the loop takes from its host. */
export type LoopHost = Pick<Drive, 'nowMs' | 'schedule' | 'every'>;

export const stalled = (): HalleyError =>
  new HalleyError('unavailable', "no block can be decided: less than two thirds of the validators' power answers");

const NOTHING_RUNS: Running = { stop: () => undefined };

/**
 * What a command that moves several chains may do with each of them while it runs. Nobody else may: the inbox stands
 * still meanwhile.
 */
export interface Inside {
  /** Whether blocks are made as soon as something waits for one. */
  readonly automine: boolean;
  /** Into the mempool. */
  take(tx: Bytes): Promise<Intake>;
  /** One height; one that is under way goes on. */
  produce(): Promise<Produced>;
  /** After the last of it: the pace may have something to do. */
  follow(): void;
}

export class Loop {
  readonly #stepping: Stepping;
  /** Steps that were asked for at once come one after another. */
  readonly #steps = new Inbox();
  /** The pace that `#running` follows; undefined until the loop has started. */
  #pace: PaceData | undefined;
  #running: Running = NOTHING_RUNS;
  readonly #draws: RandomStream;
  #paceListener: (pace: PaceData) => void = () => undefined;

  constructor(
    private readonly chain: Chain,
    private readonly heights: Heights,
    private readonly intake: TxIntake,
    private readonly host: LoopHost,
    pace: Pace,
    /** In automine, transactions that came before a height starts go into it together. */
    private readonly batches = false,
    /** Of several loops that share one, commands run one at a time over all of their chains. */
    private readonly inbox = new Inbox(),
  ) {
    this.#stepping = new Stepping(chain, heights);
    this.#draws = new RandomStream(seedStream(chain.seed, 'pace'));
    chain.world.setPace(pace);
  }

  get pace(): Pace {
    return this.#register as Pace;
  }

  /** Calls the one listener with the pace when the loop starts, and after each change. */
  onPace(listener: (pace: PaceData) => void): void {
    this.#paceListener = listener;
  }

  /** `onFailure` hears what ends the loop, and all that share its inbox. Throws it when it has happened already. */
  start(onFailure?: (failure: HalleyError) => void): void {
    if (onFailure !== undefined) this.inbox.listen(onFailure);
    this.#drive();
  }

  /** For a command alone, while it runs. */
  get inside(): Inside {
    const { intake } = this;
    return {
      automine: this.#pacer.automine === true,
      take: async (tx) => {
        const taken = await intake.take(tx);
        await intake.secure(tx, taken);
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
    this.chain.turns.stop();
    this.#running.stop();
    this.#running = NOTHING_RUNS;
    await this.inbox.idle();
  }

  /** Whatever is asked from now on is refused. */
  end(): void {
    this.inbox.end(closed());
  }

  /** Runs a command when its turn has come. */
  between<T>(command: () => Promise<T>): Promise<T> {
    return this.#run(command);
  }

  /** Resolves in automine after the height that the transaction started, otherwise as `check` does. */
  submit(tx: Bytes): Promise<Intake> {
    const take = (): Promise<Intake> => this.intake.take(tx);
    const mine = async (intake: Intake): Promise<Intake> => {
      if (isTaken(intake)) await this.#mineDue();
      await this.intake.secure(tx, intake);
      return intake;
    };
    if (!this.batches) return this.#run(async () => mine(await take()));
    return this.#run(take).then(async (intake) => {
      await this.#arrivals();
      return this.#run(() => mine(intake));
    });
  }

  /** Resolves after CheckTx; in automine the height follows. */
  check(tx: Bytes): Promise<Intake> {
    const checked = this.#run(async () => {
      const intake = await this.intake.take(tx);
      await this.intake.secure(tx, intake);
      return intake;
    });
    const mine = (): void => void this.#post(() => this.#mineDue());
    if (this.batches) void checked.then(() => this.#arrivals()).then(mine, () => undefined);
    else mine();
    return checked;
  }

  /** What sockets have for us by now is in the inbox when this resolves. */
  #arrivals(): Promise<void> {
    return new Promise((resolve) => this.chain.turns.afterOthers(resolve));
  }

  /** In automine, heights for all that waits. */
  mineIfDue(): Promise<void> {
    return this.#run(() => this.#mineAll());
  }

  /** One height now, in every pace, after what `prepare` does; one that is under way goes on. */
  async mine(prepare: () => void = () => undefined): Promise<Produced> {
    if (!this.#pacer.eventwise)
      return this.#run(async () => {
        prepare();
        return this.heights.produce();
      });
    await this.#run(async () => prepare());
    const { count } = await this.#walk('height', 1, () => !this.chain.turns.stopped);
    return count === 1 ? { type: 'decided', height: this.chain.blockStore.height } : { type: 'stalled' };
  }

  /**
   * Runs a command that has the network do something, which it then gets the time for, unless the pace has time of its
   * own; when the command says that something now waits for a block, automine makes one.
   */
  betweenAndMine(command: () => Promise<boolean>): Promise<void> {
    return this.#run(async () => {
      const waits = await command();
      if (!this.#pacer.eventwise) await this.heights.settle();
      if (waits && this.#pacer.automine) await this.heights.produce();
    });
  }

  /**
   * Runs a command, and makes a height after it, unless the pace has time of its own: then the next height holds what
   * the command did. The command answers with what takes it back. Throws HalleyError when none can be decided.
   */
  mineAfter(command: () => Promise<() => Promise<void>>): Promise<void> {
    return this.#run(async () => {
      const { eventwise } = this.#pacer;
      // A height under way is proposed without what comes now.
      if (!eventwise && this.chain.world.released && (await this.heights.produce()).type === 'stalled') throw stalled();
      const takeBack = await command();
      if (eventwise || (await this.#mineThrough()).type === 'decided') return;
      await takeBack();
      throw stalled();
    });
  }

  /** From now on time passes so. A height that is under way goes on; for automine it is over when this resolves. */
  setPace(pace: Pace): Promise<void> {
    return this.changePace(() => pace);
  }

  /** The same, for a pace that hangs on the one before. */
  changePace(change: (pace: Pace) => Pace): Promise<void> {
    return this.#run(async () => {
      const { world } = this.chain;
      const pace = change(this.pace);
      if (pace !== this.pace) world.setPace(pace);
      if (!this.#pacer.automine) return;
      if (world.released) await this.heights.produce();
      await this.#mineAll();
    });
  }

  /** Throws HalleyError: `invalid-argument`, or `unavailable` in a pace that goes on by itself. */
  async step(unit: string, count: number): Promise<Reached> {
    checkSteps(unit, count);
    return this.#steps.run(async () => {
      const { type } = this.#register;
      if (!this.#pacer.stepwise)
        throw new HalleyError(
          'unavailable',
          `the pace is "${type}", which goes on by itself: set "step" first (halley_setPace, setPace)`,
          { pace: type },
        );
      return this.#walk(unit, count, () => this.#pacer.stepwise === true && !this.chain.turns.stopped);
    });
  }

  /** The host has its turn now and then, however long the walk is. */
  #walk(unit: StepUnit, count: number, goesOn: () => boolean): Promise<Reached> {
    const { turns } = this.chain;
    let since = turns.now();
    const run = async <T>(command: () => Promise<T>): Promise<T> => {
      if (turns.now() - since >= SLICE_MS) {
        await new Promise<void>((resolve) => turns.afterOthers(resolve));
        since = turns.now();
      }
      return this.#run(command);
    };
    return this.#stepping.walk(unit, count, run, goesOn);
  }

  get #register(): PaceData {
    return this.chain.world.pace as PaceData;
  }

  get #pacer() {
    return pacerOf(this.#register);
  }

  #run<T>(command: () => Promise<T>): Promise<T> {
    return this.inbox.run(async () => {
      const result = await command();
      this.#follow();
      return result;
    });
  }

  #post(command: () => Promise<unknown>): Promise<void> {
    return this.inbox.post(async () => {
      await command();
      this.#follow();
    });
  }

  /** After a command: the pace may be another, or what comes next. */
  #follow(): void {
    if (this.#pace === undefined || this.chain.turns.stopped) return;
    if (this.#pace === this.#register) this.#running.moved?.();
    else this.#drive();
  }

  #drive(): void {
    this.#running.stop();
    this.#pace = this.#register;
    this.#paceListener(this.#pace);
    this.#running = this.#pacer.run?.(this.#pace, this.#driveOf(this.#pace)) ?? NOTHING_RUNS;
  }

  /** Of one pace: what it asked for before another one came does not happen. */
  #driveOf(pace: PaceData): Drive {
    const { heights, host } = this;
    const { world } = this.chain;
    const post = (happen: () => Promise<unknown>): Promise<void> =>
      this.#post(async () => (pace === this.#register ? happen() : undefined));
    return {
      ...host,
      below: (bound) => this.#draws.below(bound),
      get now() {
        return world.now;
      },
      get nextTime() {
        return heights.nextTime;
      },
      height: () => post(() => heights.produce()),
      instant: async () => {
        const at = heights.nextTime;
        const goesOn = (): boolean => pace === this.#register && heights.nextTime === at && !this.chain.turns.stopped;
        while (at !== undefined && goesOn()) await post(() => heights.next());
      },
    };
  }

  async #mineDue(): Promise<void> {
    if (this.#isDue) await this.#mineThrough();
  }

  /** One height, or as many as the steering that waits fills, the last of which has room for more. */
  async #mineThrough(): Promise<Produced> {
    const { steering } = this.chain.app;
    for (;;) {
      const before = steering.waiting.length;
      const produced = await this.heights.produce();
      if (steering.waiting.length === 0 || steering.waiting.length >= before) return produced;
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
    return this.#pacer.automine === true && pool.hasReady(app.evm.nextBaseFee(blockStore.height));
  }
}
