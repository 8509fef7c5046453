/**
 * Pacing: when heights are produced. One loop serves all modes. `auto`: a height for each transaction that can be
 * executed, and its sender is answered when the height is published. `interval`: a height every so often, empty or not.
 * `manual`: when told. Commands run one at a time, in order of arrival.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { Chain } from '../chain.js';
import type { Clock, Ticker } from '../host.js';
import { nextBlockTime } from './clock.js';
import { closed } from './fatal.js';
import { type Intake, isTaken, type TxIntake } from './intake.js';
import type { Produced, Producer } from './producer.js';
import { Serial } from './serial.js';

export type MiningMode =
  | { readonly type: 'auto' }
  | { readonly type: 'interval'; readonly intervalMs: number }
  | { readonly type: 'manual' };

export class Mining {
  readonly #serial = new Serial();
  #stopTicker: (() => void) | undefined;
  #ticking = false;

  constructor(
    private readonly chain: Chain,
    private readonly producer: Producer,
    private readonly intake: TxIntake,
    private readonly clock: Clock,
    readonly mode: MiningMode,
    private readonly ticker: Ticker,
  ) {}

  /** `onFailure` hears what ends the loop. Throws it when it has happened already. */
  start(onFailure: (failure: HalleyError) => void): void {
    this.#serial.listen(onFailure);
    if (this.mode.type === 'interval') this.#stopTicker = this.ticker(this.mode.intervalMs, () => this.#tick());
  }

  /** No new heights; resolves when what is under way has ended, and a block that takes long is abandoned. */
  async stop(): Promise<void> {
    this.chain.turns.stop();
    this.#stopTicker?.();
    this.#stopTicker = undefined;
    await this.#serial.idle();
  }

  /** Whatever is asked from now on is refused. */
  end(): void {
    this.#serial.end(closed());
  }

  /** A tick that finds the last one still at work is dropped: heights never pile up. */
  #tick(): void {
    if (this.#ticking) return;
    this.#ticking = true;
    this.#serial.post(async () => {
      await this.#mineOne();
      this.#ticking = false;
    });
  }

  /** Resolves in automine after the height that the transaction started, otherwise as `check` does. */
  submit(tx: Bytes): Promise<Intake> {
    return this.#serial.run(async () => {
      const intake = await this.intake.take(tx);
      if (isTaken(intake)) await this.#mineDue();
      await this.intake.secure(tx, intake);
      return intake;
    });
  }

  /** Resolves after CheckTx; in automine the height follows. */
  check(tx: Bytes): Promise<Intake> {
    const checked = this.#serial.run(async () => {
      const intake = await this.intake.take(tx);
      await this.intake.secure(tx, intake);
      return intake;
    });
    this.#serial.post(() => this.#mineDue());
    return checked;
  }

  /** In automine, a height for what waits. */
  mineIfDue(): Promise<void> {
    return this.#serial.run(() => this.#mineDue());
  }

  async #mineDue(): Promise<void> {
    const { pool, app, ledger } = this.chain;
    if (this.mode.type === 'auto' && pool.hasReady(app.evm.nextBaseFee(ledger.height))) await this.#mineOne();
  }

  /** One height now, at `time` or when the clock says. */
  mine(time?: UnixNanos): Promise<Produced> {
    return this.#serial.run(() => this.#mineOne(time));
  }

  /** Runs a command between heights. */
  between<T>(command: () => Promise<T>): Promise<T> {
    return this.#serial.run(command);
  }

  /** Runs a command between heights; when it says that something now waits for a block, automine makes one. */
  betweenAndMine(command: () => Promise<boolean>): Promise<void> {
    return this.#serial.run(async () => {
      if ((await command()) && this.mode.type === 'auto') await this.#mineOne();
    });
  }

  /** Runs a command between heights, and makes a height after it. Throws HalleyError when none can be decided. */
  mineAfter(command: () => Promise<void>): Promise<void> {
    return this.#serial.run(async () => {
      await command();
      const { type } = await this.#mineOne();
      if (type === 'stalled')
        throw new HalleyError(
          'unavailable',
          "no block can be decided: less than two thirds of the validators' power answers",
        );
    });
  }

  #mineOne(time?: UnixNanos): Promise<Produced> {
    const { ledger } = this.chain;
    const first = ledger.height < ledger.base;
    const at = first ? ledger.state.lastBlockTime : nextBlockTime(ledger.state.lastBlockTime, this.clock.now());
    return this.producer.produce(time ?? at);
  }
}
