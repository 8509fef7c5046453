/**
 * Runs a recorded chain again, in memory. The lines of its inputs say when each input came; between them the network
 * goes on by itself, the application answers, and decided heights are committed. No mempool and no clock take part.
 */

import { DEVNET_OPTIONS } from '../../config/options.js';
import { type Commit, decodeExtendedCommit, encodeExtendedCommit } from '../../consensus/types/commit.js';
import { parseGenesis } from '../../consensus/types/genesis.js';
import { loadKeyTypes } from '../../crypto/validator_keys.js';
import { equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { finish } from '../../kernel/steps.js';
import { ZERO_TIME } from '../../kernel/time.js';
import { DEFAULT_MEMPOOL_LIMITS } from '../../mempool/limits.js';
import type { NodeAbciCall, Progress, SimNetwork, SimNetworkSnapshot } from '../../simulation/index.js';
import { applicationRules } from '../chain/application_rules.js';
import type { Chain } from '../chain/chain.js';
import { openChain } from '../chain/open_chain.js';
import { refuseFork } from '../chain/open_fork.js';
import { pastBlocks } from '../chain/past_blocks.js';
import { validatorKey } from '../chain/validator_keys.js';
import { answer } from '../runtime/abci_handler.js';
import { commitHeight } from '../runtime/commit_height.js';
import { prepareRevert } from '../snapshots/prepare_revert.js';
import { revertTarget } from '../snapshots/revert_target.js';
import type { RevertTarget } from '../snapshots/snapshot_part.js';
import { decidedLine, onEvents } from './chain_lines.js';
import {
  type ChainLine,
  type EffectLine,
  type Effects,
  type InputLine,
  isInput,
  type PositionLine,
  type RestartLine,
  type TransactionLine,
} from './record_line.js';

/** Reports that the chain did something else than the record says. */
export class Difference extends Error {
  constructor(
    readonly expected: string,
    readonly got: string,
  ) {
    super(`expected ${expected}, got ${got}`);
  }
}

interface TakenSnapshot extends RevertTarget {
  readonly network: SimNetworkSnapshot;
}

export class ReplayedChain {
  #network: SimNetwork;
  #stopEvents: () => void;
  #timeouts: ChainLine['timeouts'];
  /** Call that the network waits for. */
  #call: NodeAbciCall | undefined;
  readonly #snapshots = new Map<number, TakenSnapshot>();
  /** Events, decided heights and their transactions of this replay, also those that were reverted. */
  readonly counts = { events: 0, heights: 0, transactions: 0 };

  private constructor(
    private readonly chain: Chain,
    private readonly effects: Effects,
    private readonly emit: (line: EffectLine) => void,
    timeouts: ChainLine['timeouts'],
  ) {
    this.#network = chain.simNetwork;
    this.#timeouts = timeouts;
    this.#stopEvents = this.#listen();
    chain.activity.listen((happened) => {
      if (happened.type !== 'decided') return;
      this.counts.heights++;
      this.counts.transactions += happened.decided.block.txs.length;
      emit(decidedLine(this.#id, this.#network, happened));
    });
  }

  /** Opens a chain that begins with its record. `emit` receives each effect. Throws HalleyError `invalid-genesis`. */
  static async open(begin: ChainLine, effects: Effects, emit: (line: EffectLine) => void): Promise<ReplayedChain> {
    const { seed, validators, timeouts } = begin;
    const genesis = parseGenesis(begin.genesis, ZERO_TIME);
    refuseFork(
      genesis,
      'the record of a fork cannot be replayed: it lacks the state of the forked chain; verify checks the home folder of a fork',
    );
    const types = genesis.validators.map(({ pubKey }) => pubKey.type);
    await loadKeyTypes(types);
    const keys = Array.from({ length: validators }, (_, index) => validatorKey(seed, index, types[index]));
    const chain = await openChain({
      network: { genesis, keys },
      seed,
      timeouts,
      mempool: DEFAULT_MEMPOOL_LIMITS,
      order: DEVNET_OPTIONS.order.fallback,
      own: { moniker: DEVNET_OPTIONS.moniker.fallback, rpcAddress: () => '' },
      rules: applicationRules({}),
      store: undefined,
    });
    return new ReplayedChain(chain, effects, emit, timeouts);
  }

  get height(): bigint {
    return this.chain.blockStore.height;
  }

  get #id(): string {
    return this.chain.genesis.chainId;
  }

  #listen(): () => void {
    return onEvents(this.#id, this.#network, this.effects, this.emit);
  }

  async close(): Promise<void> {
    await this.chain.store.close();
  }

  /**
   * Runs the rest of an event up to the next call, or the next event. Returns false when nothing can happen before a
   * further input.
   */
  async advance(): Promise<boolean> {
    if (this.#call?.type === 'prepareProposal') return false;
    if (this.#call !== undefined) {
      await this.#follow(this.#network.answer(await answer(this.chain, this.#call)));
      return true;
    }
    if (this.#network.nextEventTime() === undefined) return false;
    this.counts.events++;
    await this.#follow(this.#network.step());
    return true;
  }

  async #follow({ notes, ask }: Progress): Promise<void> {
    this.#call = ask;
    for (const note of notes) if (note.type === 'committed' && note.first) await commitHeight(this.chain, note, []);
  }

  /** Returns where the chain is, in words. */
  get position(): string {
    const at = `height ${this.height} after ${this.#network.events} events`;
    if (this.#call !== undefined) return `a pending ${this.#call.type} call at ${at}`;
    return this.#network.nextEventTime() === undefined ? `no further event at ${at}` : at;
  }

  /** Returns whether the network has had the events of a line, so that none may follow before the line. */
  isPast({ events }: Pick<EffectLine, 'events'>): boolean {
    return this.#network.events > events;
  }

  /** Runs up to a line. Throws Difference when the chain does not come there. */
  async runTo(line: InputLine | TransactionLine | PositionLine): Promise<void> {
    const isThere = (): boolean => {
      if (this.#network.events !== line.events) return false;
      if (line.type === 'proposal') return this.#call?.type === 'prepareProposal';
      // A position is between two events, as every input but a proposal is.
      return !(isInput(line) || line.type === 'position') || this.#call === undefined;
    };
    while (!isThere())
      if (this.#network.events > line.events || !(await this.advance()))
        throw new Difference(`"${line.type}" after ${line.events} events`, this.position);
  }

  /** Applies an input, for which `runTo` has run. */
  async apply(line: InputLine): Promise<void> {
    switch (line.type) {
      case 'command':
        this.#network.applyCommand(line.command);
        return;
      case 'proposal':
        this.#mustBeAsked(line);
        await this.#follow(this.#network.answer({ type: 'prepareProposal', txs: line.txs }));
        return;
      case 'snapshot': {
        const { height, state, seenCommit } = this.chain.blockStore;
        this.#snapshots.set(line.snapshot, { height, state, seenCommit, network: this.#network.snapshot() });
        return;
      }
      case 'revert':
        await this.#revert(line.snapshot);
        return;
      case 'rollback':
        for (const [id, { height }] of this.#snapshots) if (height > line.height) this.#snapshots.delete(id);
        await this.#goBack(revertTarget(this.chain.blockStore, this.#network, line.height));
        this.#network.restore(this.#newNetwork().snapshot());
        return;
    }
  }

  #mustBeAsked({ node, height }: Extract<InputLine, { type: 'proposal' }>): void {
    const call = this.#call;
    if (call?.type === 'prepareProposal' && call.node === node && call.request.height === height) return;
    throw new Difference(`a proposal of node ${node} for height ${height}`, this.position);
  }

  async #revert(id: number): Promise<void> {
    const snapshot = this.#snapshots.get(id);
    if (snapshot === undefined) throw new Difference(`a revert to snapshot ${id}`, 'no such snapshot');
    for (const taken of [...this.#snapshots.keys()]) if (taken >= id) this.#snapshots.delete(taken);
    await this.#goBack(snapshot);
    this.#network.restore(snapshot.network);
  }

  async #goBack({ height, state, seenCommit }: RevertTarget): Promise<void> {
    const { app } = this.chain;
    const revert = await prepareRevert(this.chain, height, app.revertingTo(height));
    await this.chain.store.batch(revert.goBack(state, seenCommit));
    await revert.free();
  }

  /** Goes back to a block with this commit, unless that is the newest one. */
  async #goBackTo(height: bigint, seenCommit: Commit): Promise<void> {
    const { blockStore } = this.chain;
    const { height: newest, seenCommit: newestCommit } = blockStore;
    const isSame = newestCommit && equalBytes(encodeExtendedCommit(newestCommit), encodeExtendedCommit(seenCommit));
    if (newest === height && isSame === true) return;
    await this.#goBack({ ...revertTarget(blockStore, this.#network, height), seenCommit });
  }

  #newNetwork(): SimNetwork {
    const { blockStore } = this.chain;
    return this.chain.newSimNetwork(finish(pastBlocks(blockStore, blockStore.height)), this.#timeouts);
  }

  /**
   * Continues as another process did. The decision of its first height may have no line, nor may the rollback or revert
   * in which the process before was killed.
   */
  async restart({ height, timeouts, seenCommit }: RestartLine): Promise<void> {
    while (this.height < height)
      if (!(await this.advance())) throw new Difference(`a restart at height ${height}`, this.position);
    if (seenCommit !== undefined) await this.#goBackTo(height, decodeExtendedCommit(seenCommit));
    if (this.height > height) throw new Difference(`a restart at height ${height}`, this.position);
    this.#snapshots.clear();
    this.#stopEvents();
    this.#call = undefined;
    this.#timeouts = timeouts;
    this.#network = this.#newNetwork();
    this.#stopEvents = this.#listen();
  }
}

/** Makes the error for a record that cannot be replayed, because its chain did not begin with it. */
export const beginsLate = (file: string, { chain, height }: ChainLine): HalleyError =>
  new HalleyError(
    'invalid-argument',
    `"${file}" begins at height ${height} of chain "${chain}", so it can be read but not replayed: replay needs a file that begins with the chain (halley start --record)`,
    { file, chain, height },
  );
