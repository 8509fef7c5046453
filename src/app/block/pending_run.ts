/**
 * Executes the pending block (evm-json-rpc.md 5.9): the block that a proposer would build on top of a state. BeginBlock
 * of the modules runs first; the hash and the end of the block are not known yet. New transactions are executed behind
 * those that ran before, so a growing mempool costs only the new ones.
 */
import type { ExecTxResult } from '../../abci/application.js';
import type { BlockContext } from '../../evm/block_context.js';
import { CallTimeout } from '../../evm/execution_guard.js';
import type { Machine } from '../../evm/machine.js';
import { type Bytes, EMPTY_BYTES, ZERO_HASH } from '../../kernel/bytes.js';
import { InvariantViolation, invariant } from '../../kernel/errors.js';
import type { UnixNanos } from '../../kernel/time.js';
import { BEGIN_BLOCK_ORDER } from '../modules/module_order.js';
import { readBlockRecord } from '../sdk/block_record.js';
import type { ChainParams } from '../sdk/chain_params.js';
import { isUnavailable } from '../state/remote/with_remote.js';
import type { Fork, StateReader, WorkingState } from '../state/types.js';
import type { BlockRun, ForkedRuns } from './block_run.js';
import { deliverTx } from './deliver_tx.js';
import { openBlock } from './open_block.js';
import { type BlockTotals, copyOf, noTotals } from './totals.js';
import { unitsOn } from './unit.js';

/**
 * Longest wall time of a batch of transactions, in milliseconds. The rest of the batch is left out (geth's `recommit`).
 */
const MAX_RUN_MS = 2_000;
/** Client of the run. All callers get the same block, so the run is charged to none of them. */
const PENDING_CLIENT = { id: 'pending block' };

/** Beginning of a pending block. */
export interface PendingStart {
  /** State at the head with pending dev transactions. */
  readonly base: StateReader;
  readonly time: UnixNanos;
  /** Operator account of the probable proposer. */
  readonly coinbase: Bytes;
}

/** Contents so far. */
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
  /** Index of the first offered transaction that has not run. */
  #next: number;
  #outOfTime = false;

  private constructor(
    private readonly parts: ForkedRuns,
    readonly start: PendingStart,
    run: BlockRun,
    contents: Contents,
  ) {
    this.#run = { ...run, state: contents.state, totals: contents.totals, machine: (on) => this.#machineOn(on) };
    this.#contents = contents;
    this.#offered = contents.offered;
    this.#next = contents.offered.length;
  }

  static async begin(parts: ForkedRuns, start: PendingStart): Promise<PendingRun> {
    const { base, time, coinbase } = start;
    const state = parts.state.fork(base);
    const run = { ...openBlock(base, time, coinbase), state, machine: noMachine, hash: ZERO_HASH, totals: noTotals() };
    const header = {
      height: run.height,
      time,
      hash: ZERO_HASH,
      proposerAddress: EMPTY_BYTES,
      misbehavior: [],
      decidedLastCommit: { round: 0, votes: [] },
    };
    await unitsOn(parts.state)(run, (begin) => {
      for (const { beginBlock } of BEGIN_BLOCK_ORDER) beginBlock?.(begin, header);
    });
    return new PendingRun(parts, start, run, { state, totals: run.totals, offered: [], txs: [], txResults: [] });
  }

  /** Whether the run took too long: there may be more pending transactions than the block holds. */
  get isCut(): boolean {
    return this.#outOfTime;
  }

  /** Returns the state after the transactions, valid until more are added. */
  get state(): StateReader {
    return this.#contents.state;
  }

  get stateRoot(): Bytes {
    return this.parts.state.rootOf(this.#contents.state);
  }

  get context(): BlockContext {
    return this.#run.context;
  }

  /** Returns the hash of the block below the pending one. */
  get parentHash(): Bytes {
    return readBlockRecord(this.start.base).hash;
  }

  /** Returns the transactions that ran, in order. */
  get txs(): readonly Bytes[] {
    return this.#contents.txs;
  }

  /** Returns the results of `txs`. */
  get txResults(): readonly ExecTxResult[] {
    return this.#contents.txResults;
  }

  /** Returns whether `txs` begins with the transactions that were offered here. */
  leadsTo(txs: readonly Bytes[]): boolean {
    return this.#offered.length <= txs.length && this.#offered.every((tx, i) => tx === txs[i]);
  }

  /** Returns a copy. Adding to one of the two does not change the other. */
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
   * Runs those of `txs` that were not offered before. Those whose reads cannot be fetched, and those that exceed the
   * time limit, are left out. Any other error is a bug, after which this block must not be used.
   */
  async add(txs: readonly Bytes[]): Promise<void> {
    invariant(this.leadsTo(txs), 'the transactions of a pending block must begin with those that it was given before');
    this.#offered = txs;
    try {
      // After a transaction breaks the machine, another machine continues, as in the block itself.
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
    const { readers, state } = this.parts;
    const { state: fork, txs, txResults } = this.#contents;
    // The transaction stays in the reader's cache, because the next block will read it.
    const lasting = { take: (bytes: Bytes, params: ChainParams) => readers.txs.read(bytes, params) };
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
  throw new InvariantViolation('no code of a block may run before its transactions');
}
