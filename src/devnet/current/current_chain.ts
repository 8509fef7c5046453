/**
 * Represents the devnet's own chain. A reset to another fork, or a state file with blocks, replaces the chain; servers,
 * sockets and the public API remain, and use the new chain from then on.
 */
import type { CometBackend } from '../../backend/comet.js';
import type { EvmBackend } from '../../backend/evm/evm_backend.js';
import type { Monitoring } from '../../backend/monitoring.js';
import type { RoundFeed } from '../../backend/rounds.js';
import { invariant } from '../../kernel/errors.js';
import type { ChainRuntime } from '../chain_runtime.js';
import { publishHeight } from '../runtime/height_publisher.js';
import { following } from './following.js';

/** Begins to listen. Returns the function that ends it. */
type Listen<Args extends readonly unknown[]> = (...args: Args) => () => void;

interface Listener<Args extends readonly unknown[]> {
  readonly args: Args;
  stop: () => void;
}

/**
 * Listeners of a source that may be replaced: each receives the events of the old source until then, and
 * those of the new one afterwards.
 */
class CarriedListeners<Args extends readonly unknown[]> {
  readonly #listeners = new Set<Listener<Args>>();

  /** `listen` begins to listen to the current source. */
  constructor(private readonly listen: Listen<Args>) {}

  /** Begins to listen to the current source, and to each later one, until the returned function is called. */
  readonly add: Listen<Args> = (...args) => {
    const listener = { args, stop: this.listen(...args) };
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      listener.stop();
    };
  };

  /** Moves the listeners from the previous source to the current one. */
  carry(): void {
    for (const listener of this.#listeners) {
      listener.stop();
      listener.stop = this.listen(...listener.args);
    }
  }
}

export class CurrentChain {
  #now: ChainRuntime | undefined;
  #evm: EvmBackend | undefined;
  #monitoring: Monitoring | undefined;
  readonly #events = new CarriedListeners<Parameters<EvmBackend['listen']>>((...args) => this.#ownEvm.listen(...args));
  readonly #traces = new CarriedListeners<Parameters<EvmBackend['listenToTrace']>>((...args) =>
    this.#ownEvm.listenToTrace(...args),
  );
  readonly #comet = new CarriedListeners<Parameters<CometBackend['listen']>>((...args) =>
    this.now.comet.listen(...args),
  );
  readonly #rounds = new CarriedListeners<Parameters<RoundFeed['listenToRounds']>>((...args) =>
    this.now.rounds.listenToRounds(...args),
  );

  /** The current chain; undefined before the first one has started. */
  get begun(): ChainRuntime | undefined {
    return this.#now;
  }

  /** Current chain. */
  get now(): ChainRuntime {
    invariant(this.#now !== undefined, 'the chain has started');
    return this.#now;
  }

  get #ownEvm(): EvmBackend {
    invariant(this.#evm !== undefined, 'the chain has a backend');
    return this.#evm;
  }

  /** Returns the EVM backend of the chain that is current at each use. `first` is that of the first chain. */
  evmBackend(first: EvmBackend): EvmBackend {
    this.#evm = first;
    const listen = { listen: this.#events.add, listenToTrace: this.#traces.add };
    return withMembers(
      following(first, () => this.#ownEvm),
      listen,
    );
  }

  /** Sets the first chain. Returns the parts of the chain that is current at each use. */
  begin(first: ChainRuntime): ChainRuntime {
    this.#now = first;
    const comet = withMembers(
      following(first.comet, () => this.now.comet),
      { listen: this.#comet.add },
    );
    const rounds: RoundFeed = { listenToRounds: this.#rounds.add };
    const monitor = (): Monitoring => this.#monitor();
    return withMembers(
      following(first, () => this.now),
      { comet, rounds, monitor },
    );
  }

  /** Begins to report the metrics of the chain that is current at each request. */
  #monitor(): Monitoring {
    const first = this.now.monitor();
    this.#monitoring = first;
    return following(first, () => this.#monitoring ?? first);
  }

  /**
   * Replaces the chain at once. Subscriptions report that the blocks of the old chain are removed, and continue with
   * all blocks of the new one, whose first block already exists. Filters are removed, and snapshot ids continue after
   * those of the old chain.
   */
  replace(next: ChainRuntime): void {
    const { chain, heights, evm, snapshots } = this.now;
    chain.beforeRevert.publish({ to: chain.blockStore.base - 1n, from: heights.published });
    next.snapshots.goOnAfter(snapshots);
    this.#now = next;
    this.#evm = next.evmBackend;
    for (const listeners of [this.#events, this.#traces, this.#comet, this.#rounds]) listeners.carry();
    for (let height = next.chain.blockStore.base; height <= next.heights.published; height++)
      publishHeight(next.chain, height);
    if (this.#monitoring !== undefined) {
      this.#monitoring.close();
      this.#monitoring = next.monitor();
    }
    evm.filters.clear();
    next.beginLog();
  }
}

/** Returns an object with other members of the same names. */
const withMembers = <B extends object>(object: B, members: Partial<B>): B =>
  Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(object), ...descriptorsOf(members) }) as B;

const descriptorsOf = (members: object): PropertyDescriptorMap =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, { enumerable: true, value }]));
