/**
 * The block that would come next (evm-json-rpc.md 5.9), executed as far as it can be: what a proposer would put into it,
 * on top of a state, after what modules do before. Its hash and its end are not known yet. What is added behind is
 * executed behind, so a mempool that grows costs what has come.
 */
import type { ExecTxResult } from '../../abci/application.js';
import type { BlockContext } from '../../evm/block_context.js';
import { CallTimeout } from '../../evm/execution_guard.js';
import type { Machine } from '../../evm/machine.js';
import { type Bytes, EMPTY_BYTES, ZERO_HASH } from '../../kernel/bytes.js';
import { InvariantViolation, invariant } from '../../kernel/errors.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { MachinePool } from '../machine/machine_pool.js';
import { BEGIN_BLOCK_ORDER } from '../modules/module_order.js';
import { readBlockRecord } from '../sdk/block_record.js';
import { isUnavailable } from '../state/remote/with_remote.js';
import type { AppState, Fork, StateReader, WorkingState } from '../state/types.js';
import type { TxReader } from '../tx/tx_reader.js';
import type { BlockRun } from './block_run.js';
import { deliverTx } from './deliver_tx.js';
import { openBlock } from './open_block.js';
import { type BlockTotals, copyOf, noTotals } from './totals.js';
import { unitsOn } from './unit.js';

/** Milliseconds of the wall that what comes at once may take; what has not run by then is left out (geth's `recommit`). */
const MAX_RUN_MS = 2_000;
/** Whoever asks gets the same block, so nobody's turns are used but its own. */
const PENDING_CLIENT = { id: 'pending block' };

export interface PendingDeps {
  readonly state: AppState;
  readonly reader: TxReader;
  readonly pool: MachinePool;
}

/** What a pending block is begun with. */
export interface PendingStart {
  /** The state at the head, with the steering that waits. */
  readonly base: StateReader;
  readonly time: UnixNanos;
  /** The operator account of its probable proposer. */
  readonly coinbase: Bytes;
}

/** What it holds so far. */
interface Contents {
  readonly state: Fork;
  readonly totals: BlockTotals;
  readonly offered: readonly Bytes[];
  readonly txs: Bytes[];
  readonly txResults: ExecTxResult[];
}

export class PendingRun {
  #machine: Machine<WorkingState> | undefined;
  readonly #run: BlockRun;
  readonly #contents: Contents;
  #offered: readonly Bytes[];
  /** The first of those offered that has not run. */
  #next: number;
  #outOfTime = false;

  private constructor(
    private readonly parts: PendingDeps,
    readonly start: PendingStart,
    run: BlockRun,
    contents: Contents,
  ) {
    this.#run = { ...run, state: contents.state, totals: contents.totals, machine: (on) => this.#machineOn(on) };
    this.#contents = contents;
    this.#offered = contents.offered;
    this.#next = contents.offered.length;
  }

  static async begin(parts: PendingDeps, start: PendingStart): Promise<PendingRun> {
    const { base, time, coinbase } = start;
    const state = parts.state.fork(base);
    const run = { ...openBlock(base, time, coinbase), state, machine: noMachine, hash: ZERO_HASH, totals: noTotals() };
    const header = { height: run.height, time, hash: ZERO_HASH, proposerAddress: EMPTY_BYTES, misbehavior: [] };
    await unitsOn(parts.state)(run, (begin) => {
      for (const { beginBlock } of BEGIN_BLOCK_ORDER) beginBlock?.(begin, header);
    });
    return new PendingRun(parts, start, run, { state, totals: run.totals, offered: [], txs: [], txResults: [] });
  }

  /** It ran out of time, so what waits may be more than it holds. */
  get isCut(): boolean {
    return this.#outOfTime;
  }

  /** After its transactions. Holds until more are added. */
  get state(): StateReader {
    return this.#contents.state;
  }

  get stateRoot(): Bytes {
    return this.parts.state.rootOf(this.#contents.state);
  }

  get context(): BlockContext {
    return this.#run.context;
  }

  /** Of the block that it stands on. */
  get parentHash(): Bytes {
    return readBlockRecord(this.start.base).hash;
  }

  /** Those that ran, in order. */
  get txs(): readonly Bytes[] {
    return this.#contents.txs;
  }

  /** Of `txs`. */
  get txResults(): readonly ExecTxResult[] {
    return this.#contents.txResults;
  }

  /** Whether a block of these transactions begins with those that were offered here. */
  leadsTo(txs: readonly Bytes[]): boolean {
    return this.#offered.length <= txs.length && this.#offered.every((tx, i) => tx === txs[i]);
  }

  /** The same block once more: adding to one leaves the other as it is. */
  copy(): PendingRun {
    const { state, totals, txs, txResults } = this.#contents;
    const copy = new PendingRun(this.parts, this.start, this.#run, {
      state: state.copy(),
      totals: copyOf(totals),
      offered: this.#offered,
      txs: [...txs],
      txResults: [...txResults],
    });
    copy.#outOfTime = this.#outOfTime;
    return copy;
  }

  /**
   * Runs those of `txs` that were not offered before. One whose reads cannot be fetched is left out, and so is all that
   * is not done in time. What it throws else is a bug, and this block is not to be used any more.
   */
  async add(txs: readonly Bytes[]): Promise<void> {
    invariant(this.leadsTo(txs), 'what was offered to a pending block stays at its beginning');
    this.#offered = txs;
    try {
      // A machine that a transaction has broken is followed by another, as in the block itself.
      while (!this.#isDone)
        await this.parts.pool.use(PENDING_CLIENT, MAX_RUN_MS, async (machine, yielding) => {
          this.#machine = machine;
          while (!this.#isDone && !machine.broken) {
            await this.#deliver(txs[this.#next++] as Bytes);
            const rest = yielding?.yieldIfDue();
            if (rest !== undefined) await rest;
          }
        });
    } catch (error) {
      if (!(error instanceof CallTimeout)) throw error;
      this.#outOfTime = true;
    } finally {
      this.#machine = undefined;
    }
  }

  get #isDone(): boolean {
    return this.#outOfTime || this.#next >= this.#offered.length;
  }

  async #deliver(tx: Bytes): Promise<void> {
    const { reader, state } = this.parts;
    const { state: fork, txs, txResults } = this.#contents;
    // The block to come will read it again.
    const lasting: Pick<TxReader, 'take'> = { take: (...of) => reader.read(...of) };
    const start = fork.checkpoint();
    try {
      const result = await unitsOn(state)(this.#run, (delivery) => deliverTx(tx, delivery, lasting));
      txs.push(tx);
      txResults.push(result);
    } catch (error) {
      fork.revertTo(start);
      if (!isUnavailable(error)) throw error;
    }
  }

  #machineOn(state: WorkingState): Machine<WorkingState> {
    invariant(this.#machine !== undefined, 'a pending transaction has a machine');
    this.#machine.attach(state);
    return this.#machine;
  }
}

function noMachine(): never {
  throw new InvariantViolation('before its transactions a block needs no machine');
}
