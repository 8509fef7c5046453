/**
 * Makes the block `pending`: what PrepareProposal would choose from the mempool, executed once for all callers. It is
 * made on demand. It is extended when only transactions were added, and made anew when the head, the dev transactions
 * or the clock's settings have changed. Without pending transactions nothing is executed.
 */
import type { PendingRun } from '../../app/block/pending_run.js';
import type { PendingBlock } from '../../app/calls/fork_runner.js';
import { hardforkOf, shownGasLimit } from '../../app/sdk/chain_params.js';
import type { StateReader } from '../../app/state/types.js';
import type { EvmBlock } from '../../backend/evm/block.js';
import type { BlockStore } from '../../chain/block_store/block_store.js';
import { pendingView } from '../../chain/evm/block_view.js';
import { maxDataBytes } from '../../consensus/types/limits.js';
import { headerEraOf } from '../../evm/hardfork.js';
import { type Awaitable, settle, whenKnown } from '../../kernel/awaitable.js';
import type { Bytes } from '../../kernel/bytes.js';
import { evmNanos, evmTimestamp, NANOS_PER_SECOND, type UnixNanos } from '../../kernel/time.js';
import type { AppChain } from '../chain/chain.js';
import type { ClockView } from '../clock/chain_clock.js';

/** Longest time by which a cached block may be behind the clock (geth's `pendingTTL`). */
const MAX_LAG: UnixNanos = 2n * NANOS_PER_SECOND;
/** Longest lag of a block that ran out of time. Another run would take as long, and end elsewhere. */
const MAX_LAG_OF_CUT: UnixNanos = 60n * NANOS_PER_SECOND;

/** Run, and its inputs. */
interface Made {
  readonly run: PendingRun;
  /** Consensus state under the run. It is another object for every height, and after a revert. */
  readonly head: BlockStore['state'];
  readonly devTxVersion: number;
  readonly clockOffset: bigint;
  mempool: number;
  attempt: number;
  /** Callers that read its state. */
  users: number;
  view: EvmBlock | undefined;
}

export class PendingBlocks {
  #made: Made | undefined;
  #attempt = 0;
  #making: Promise<void> | undefined;

  constructor(
    private readonly chain: AppChain,
    private readonly clock: ClockView,
  ) {}

  /** Calls `read` with the state after the pending block, or with that of the head when no transaction is pending. */
  state<T>(read: (state: StateReader) => Awaitable<T>): Awaitable<T> {
    const { app, blockStore } = this.chain;
    return this.#use((made) => read(made?.run.state ?? app.evm.at(blockStore.height)));
  }

  get block(): Awaitable<EvmBlock> {
    return this.#use((made) => {
      if (made === undefined) return whenKnown(this.#begin([]), (run) => this.#view(run));
      made.view ??= this.#view(made.run);
      return made.view;
    });
  }

  /** Runs `work` on the state after the pending block, which stays unchanged until the work is done. */
  async reading<T>(work: (pending: PendingBlock) => Promise<T>): Promise<T> {
    const { clock } = this;
    const { app, blockStore } = this.chain;
    return this.#use((made) => {
      const time = clock.peek(blockStore.state.lastBlockTime);
      if (made === undefined) return work({ time, coinbase: app.evm.block(blockStore.height).coinbase });
      const { run } = made;
      return work({ time, coinbase: run.start.coinbase, on: run.start.base, after: run.state });
    });
  }

  /** Runs `use` with the block, which is not extended while it is in use. */
  #use<T>(use: (made: Made | undefined) => Awaitable<T>): Awaitable<T> {
    return whenKnown(this.#taken(), (made) => {
      const free = (): void => {
        if (made !== undefined) made.users--;
      };
      return settle(
        () => use(made),
        (value) => {
          free();
          return value;
        },
        (error) => {
          free();
          throw error;
        },
      );
    });
  }

  /** Returns the block with one more user; undefined when no pending transaction fits into a block. */
  #taken(): Awaitable<Made | undefined> {
    if (this.chain.pool.executable === 0) return undefined;
    const made = this.#made;
    return made !== undefined && this.#isCurrent(made) ? taken(made) : this.#make(this.#attempt);
  }

  /** Waits for an attempt in progress, and makes another one if that was started before this call. */
  async #make(since: number): Promise<Made | undefined> {
    while (this.#making !== undefined) {
      await this.#making;
      const made = this.#made;
      if (made !== undefined && (made.attempt > since || this.#isCurrent(made))) return taken(made);
    }
    const attempt = this.#attemptOnce();
    this.#making = attempt.then(
      () => undefined,
      () => undefined,
    );
    try {
      const made = await attempt;
      return made && taken(made);
    } finally {
      this.#making = undefined;
    }
  }

  async #attemptOnce(): Promise<Made | undefined> {
    const { clock } = this;
    const { app, pool, blockStore } = this.chain;
    const known = this.#made;
    this.#made = undefined;
    const about = {
      head: blockStore.state,
      devTxVersion: app.devTxs.version,
      clockOffset: clock.offset,
      mempool: pool.version,
      attempt: ++this.#attempt,
    };
    try {
      this.#made = await this.#madeOf(about, known);
      return this.#made;
    } catch (error) {
      // The state under the run was reverted.
      if (blockStore.state !== about.head) return this.#attemptOnce();
      throw error;
    }
  }

  async #madeOf(about: Omit<Made, 'run' | 'users' | 'view'>, known: Made | undefined): Promise<Made | undefined> {
    const txs = await this.#choice();
    const fresh = { users: 0, view: undefined };
    if (known !== undefined && this.#standsStill(known) && known.run.leadsTo(txs)) {
      const run = known.users > 0 ? known.run.copy() : known.run;
      await run.add(txs);
      return { ...about, run, ...fresh };
    }
    return txs.length === 0 ? undefined : { ...about, run: await this.#begin(txs), ...fresh };
  }

  async #begin(txs: readonly Bytes[]): Promise<PendingRun> {
    const { clock } = this;
    const { app, blockStore } = this.chain;
    const time = clock.peek(blockStore.state.lastBlockTime);
    const run = await app.beginPending(time, app.evm.block(blockStore.height).coinbase);
    await run.add(txs);
    return run;
  }

  /** Chooses transactions as a proposer does. */
  #choice(): Awaitable<readonly Bytes[]> {
    const { app, pool, blockStore } = this.chain;
    const { params, validators } = blockStore.state;
    const maxBytes = maxDataBytes(params, 0, validators.validators.length);
    const baseFee = app.evm.nextBaseFee(blockStore.height);
    return app.choose(pool.reap({ maxBytes, maxGas: app.params.blockMaxGas, baseFee }), maxBytes);
  }

  #isCurrent(made: Made): boolean {
    return made.mempool === this.chain.pool.version && this.#standsStill(made);
  }

  /** Returns whether the state under the run is unchanged, so that transactions can only have been added. */
  #standsStill({ head, devTxVersion, clockOffset, run }: Made): boolean {
    const { clock } = this;
    const { app, blockStore } = this.chain;
    if (head !== blockStore.state || devTxVersion !== app.devTxs.version || clockOffset !== clock.offset) return false;
    const lag = evmNanos(clock.peek(head.lastBlockTime)) - evmNanos(run.start.time);
    const most = run.isCut ? MAX_LAG_OF_CUT : MAX_LAG;
    return clock.runsFree ? lag >= 0n && lag < most : lag === 0n;
  }

  #view(run: PendingRun): EvmBlock {
    const { context, parentHash, start, txs, txResults } = run;
    return pendingView({
      era: headerEraOf(hardforkOf(this.chain.app.params)),
      number: context.number,
      parentHash,
      timestamp: evmTimestamp(start.time),
      txs,
      txResults,
      mixHash: context.prevRandao,
      record: {
        stateRoot: run.stateRoot,
        baseFeePerGas: context.baseFeePerGas,
        gasLimit: shownGasLimit(context.gasLimit),
        miner: context.coinbase,
      },
    });
  }
}

function taken(made: Made): Made {
  made.users++;
  return made;
}
