/**
 * Produces heights: starts a height in the simulated network, steps its events, answers what consensus asks from the
 * mempool and the application, and makes the decided height durable and visible: one atomic batch, then the
 * application's commit, the ledger, the mempool, and last the event bus.
 */
import type { FinalizeBlockResponse } from '../../abci/application.js';
import { blockEvents } from '../../chain/events.js';
import { evmRecordOf } from '../../chain/evm/record.js';
import type { CommittedHeight } from '../../chain/ledger/ledger.js';
import { NANOS_PER_SECOND, type UnixNanos } from '../../kernel/time.js';
import { Stopped } from '../../kernel/turns.js';
import type { SenderAccount } from '../../mempool/lane.js';
import type { Ask, Progress, Reply, WorldNote } from '../../simulation/world.js';
import type { Chain } from '../chain.js';
import { OBSERVED_NODE } from '../views/observed_node.js';
import { roundEventOf } from '../views/round_events.js';
import { blockLimitsOf, mayDiffer } from './block_limits.js';
import { fatal } from './fatal.js';

/** Virtual time that one height may take before the attempt counts as stalled. */
const PATIENCE: UnixNanos = 600n * NANOS_PER_SECOND;

export type Produced = { readonly type: 'decided'; readonly height: bigint } | { readonly type: 'stalled' };

export class Producer {
  #committed: bigint | undefined;
  /** Published in the ledger, but not told yet: listeners hear of a height when the observed node has committed it. */
  #untold: bigint | undefined;

  constructor(
    private readonly chain: Chain,
    private readonly timeoutCommit: UnixNanos,
  ) {}

  /**
   * One height, whose header time is `time` (the first block's is the genesis time). After the decision the network goes
   * on for `timeout_commit`, as on a real chain, so that late precommits reach the commit. `stalled`: no quorum.
   */
  async produce(time: UnixNanos): Promise<Produced> {
    const { world, ledger } = this.chain;
    this.#committed = undefined;
    const hasTip = ledger.height >= ledger.base;
    world.startHeight(time, hasTip ? time : undefined);
    await this.#run(world.now + PATIENCE);
    if (this.#committed !== undefined) await this.#run(world.now + this.timeoutCommit);
    this.#tell();
    const height = this.#committed;
    return height === undefined ? { type: 'stalled' } : { type: 'decided', height };
  }

  /**
   * Lets the network finish what a command between heights has begun: for as long as it would wait for late votes. Hears
   * of what the nodes note meanwhile.
   */
  async settle(hear: (note: WorldNote) => void = () => undefined): Promise<void> {
    const { world } = this.chain;
    const before = this.#committed;
    await this.#run(world.now + this.timeoutCommit, hear);
    if (this.#committed !== before) await this.#run(world.now + this.timeoutCommit, hear);
    this.#tell();
  }

  /** Steps what happens up to `deadline`, or until a height is decided. */
  async #run(deadline: UnixNanos, hear?: (note: WorldNote) => void): Promise<void> {
    const { world } = this.chain;
    const before = this.#committed;
    try {
      for (let next = world.nextEventTime(); next !== undefined && next <= deadline; next = world.nextEventTime()) {
        await this.#follow(world.step(), hear);
        if (this.#committed !== before) return;
      }
    } catch (error) {
      // In the middle of an event nothing is a refusal: the network has gone on, and the chain has not.
      throw error instanceof Stopped ? error : fatal(error);
    }
  }

  /** Follows one event to its end: time stands still while the application is asked. */
  async #follow(progress: Progress, hear?: (note: WorldNote) => void): Promise<void> {
    let { notes, ask } = progress;
    for (;;) {
      for (const note of notes) {
        if (note.type === 'committed' && note.first) await this.#commit(note);
        if (note.node === OBSERVED_NODE) this.#observe(note);
        hear?.(note);
      }
      if (ask === undefined) return;
      ({ notes, ask } = this.chain.world.answer(await this.#answer(ask)));
    }
  }

  async #answer(ask: Ask): Promise<Reply> {
    const { app, pool, ledger } = this.chain;
    switch (ask.type) {
      case 'prepareProposal': {
        const txs = pool.reap({
          maxBytes: ask.request.maxTxBytes,
          maxGas: ask.maxGas,
          baseFee: app.evm.nextBaseFee(ledger.height),
        });
        return { type: ask.type, txs: (await app.prepareProposal({ ...ask.request, txs })).txs };
      }
      case 'processProposal':
        return { type: ask.type, accept: (await app.processProposal(ask.request)).accept };
      case 'finalizeBlock':
        return { type: ask.type, response: await app.finalizeBlock(ask.request) };
    }
  }

  async #commit({ decided, response, state }: Extract<WorldNote, { type: 'committed' }>): Promise<void> {
    const { app, ledger, pool, store, waiting } = this.chain;
    const committed: CommittedHeight = {
      ...decided,
      response,
      state,
      evm: evmRecordOf(
        app.stagedStateRoot(),
        app.operatorOf(decided.block.header.proposerAddress),
        ledger.state.params.block.maxGas,
        response,
      ),
    };
    const limits = mayDiffer(ledger.state, state);
    const changed = app.stagedAccounts();
    await store.batch([...app.stagedWrites(), ...ledger.prepare(committed), ...waiting.settledBy(committed.block)]);
    await app.commit();
    ledger.publish(committed);
    if (limits) pool.setBlockLimits(blockLimitsOf(state));
    const height = decided.block.header.height;
    this.#committed = height;
    await this.#updatePool(committed, response, limits ? undefined : changed);
    this.#untold = height;
  }

  /** The events of a round stand around those of its block as the observed node goes through them. */
  #observe(note: WorldNote): void {
    if (note.type === 'committed') this.#tell();
    const { events } = this.chain;
    const event = events.quiet ? undefined : roundEventOf(note);
    if (event !== undefined) events.publish(event);
  }

  /** Tells of the newest height, once: at the latest when its time is over, also when the observed node is left behind. */
  #tell(): void {
    const { events, heights, ledger } = this.chain;
    const height = this.#untold;
    this.#untold = undefined;
    if (height === undefined) return;
    heights.publish(height);
    if (events.quiet) return;
    const stored = ledger.block(height);
    const results = ledger.results(height);
    if (stored && results) for (const event of blockEvents(stored, results)) events.publish(event);
  }

  /**
   * Drops what the block holds and checks the rest again, as CometBFT's mempool does, but only what may be answered
   * otherwise: a recheck asks for the sender's account and for the room of a block (`src/app/ante/check_tx.ts`), never
   * for a price. Without `changed` everything is checked. What fails then waits no more.
   */
  async #updatePool(
    { block }: CommittedHeight,
    response: FinalizeBlockResponse,
    changed: ReadonlyMap<string, SenderAccount> | undefined,
  ): Promise<void> {
    const { app, pool, waiting } = this.chain;
    const recheck = pool.update(block.txs, response.txResults, changed);
    for (const { tx, hash } of recheck) pool.rechecked(hash, await app.checkTx({ tx, type: 'recheck' }));
    await waiting.changeTxs([], pool.takeDropped());
  }
}
