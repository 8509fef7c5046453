/**
 * Runs the relayer of a devnet. After each height of any chain it relays what the states show to be missing. It runs
 * between two other commands, so the same commands give the same bytes on every chain. It needs no persistent data:
 * unfinished work is found in the states, also after a restart. In automine it makes the blocks that proofs need. In
 * other mining modes it submits its transactions and waits.
 */
import { HalleyError, invariant } from '../../kernel/errors.js';
import { batchesOf, updateBatch } from '../../relayer/batch.js';
import { isRecent, updateClient } from '../../relayer/clients.js';
import { type DueClient, dueClients } from '../../relayer/due_clients.js';
import { type FindOptions, findTasks, wishesOf } from '../../relayer/find_tasks.js';
import { EMPTY_RELAYER_GENESIS, type RelayerGenesis } from '../../relayer/genesis.js';
import { PacketBook } from '../../relayer/packet_book.js';
import type { Task } from '../../relayer/task.js';
import type { RelayChains } from '../../relayer/types.js';
import type { CommandQueue } from '../runtime/command_queue.js';
import { closed } from '../runtime/fatal.js';
import { type DropRule, Drops, type DropsSnapshot } from './drops.js';
import type { Failed, RelayedChain } from './relayed_chain.js';

/** Most tasks that one chain gets at a time: as many as fit into a few blocks. */
const MOST_AT_ONCE = 400;
/** Most failures of a task, after which the relayer skips it until the next start. */
const MOST_ATTEMPTS = 2;
/** Most passes of a round; more would be an endless loop. */
const MOST_PASSES = 10_000;
/** Most passes of a forced refresh; a chain whose header times are a step apart needs two. */
const MOST_REFRESHES = 4;

interface Failure {
  readonly attempts: number;
  readonly why: string;
}

export interface RelayerSnapshot {
  readonly running: boolean;
  readonly delay: bigint;
  readonly drops: DropsSnapshot;
}

/** Work that is still to be done, or that failed. */
export interface Pending {
  readonly kind: Task['kind'];
  /** Name the chain that gets the message, and the chain whose state requires it. */
  readonly chain: string;
  readonly from: string;
  readonly packet: Task['packet'];
  /** Reason for which the work is skipped; `undefined` for work in progress. */
  readonly failure: string | undefined;
}

/** Selects which of a chain's tasks are done first. */
export type Select = (chain: RelayedChain, tasks: readonly Task[]) => Promise<readonly Task[]>;

interface PassOptions {
  readonly select?: Select;
  /** Makes blocks in every mining mode. */
  readonly force?: boolean;
  /** Restricts the pass to these tasks, which are done at once, whatever the delay is. */
  readonly only?: (task: Task) => boolean;
}

const all: Select = async (_, tasks) => tasks;

export class Relayer {
  readonly #book: PacketBook;
  readonly #drops = new Drops();
  readonly #failures = new Map<string, Failure>();
  readonly #ports: RelayChains;
  #running = false;
  #delay = 0n;
  #queued = false;
  #isIdle = true;
  #closed = false;
  #waiters: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = [];
  #stopListening: (() => void)[] = [];

  constructor(
    private readonly chains: readonly RelayedChain[],
    private readonly commandQueue: CommandQueue,
    /** Steps of handshakes that the relayer leaves out, by name. */
    private readonly left: ReadonlySet<string> = new Set(),
    /** Receives each message that was sent, and each that a chain refused, with the reason. */
    private readonly onRelayed: (task: Task, failure?: string) => void = () => undefined,
    genesis: RelayerGenesis = EMPTY_RELAYER_GENESIS,
  ) {
    this.#book = new PacketBook(genesis);
    this.#ports = new Map(chains.map((chain) => [chain.id, chain.port]));
  }

  get running(): boolean {
    return this.#running;
  }

  get delay(): bigint {
    return this.#delay;
  }

  /** Returns the relayer's address on a chain. */
  addressOn(id: string): string {
    return this.#chain(id).account.bech32;
  }

  /** Starts the relayer: it runs now and after every height of any chain. Tasks that had failed are tried again. */
  start(): void {
    if (this.#stopListening.length === 0)
      this.#stopListening = this.chains.map(({ node }) => node.chain.publishedHeights.listen(() => this.#request()));
    this.#running = true;
    this.#failures.clear();
    this.#request();
  }

  stop(): void {
    this.#running = false;
  }

  /** Closes the relayer, and rejects the callers that wait for it. */
  close(): void {
    this.#closed = true;
    this.stop();
    for (const stop of this.#stopListening) stop();
    for (const { reject } of this.#waiters.splice(0)) reject(closed());
  }

  /** Sets how many blocks of a chain must follow before something is relayed from it. */
  async setDelay(blocks: bigint): Promise<void> {
    await this.commandQueue.run(async () => {
      this.#delay = blocks;
    });
    this.#request();
  }

  /** Adds a rule for losses. Throws HalleyError `invalid-argument`. */
  drop(rule: DropRule): Promise<void> {
    return this.commandQueue.run(async () => this.#drops.add(rule));
  }

  /**
   * Makes one pass over all chains, also while the relayer is stopped. Resolves to the number of messages that it sent.
   */
  step(): Promise<number> {
    return this.commandQueue.run(async () => (await this.#pass()).sent);
  }

  /** Resolves when no work is left that can be done. Rejects with `unavailable` while the relayer is stopped. */
  async settled(): Promise<void> {
    if (this.#closed) throw closed();
    if (!this.#running) throw new HalleyError('unavailable', 'the relayer is stopped: start it, or use step');
    await this.commandQueue.run(() => this.#round());
    if (this.#isIdle) return;
    await new Promise<void>((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  /** Makes passes without a pause, in every mining mode, until no work is left. Call it before other callers exist. */
  async finish(select: Select): Promise<void> {
    while ((await this.#pass({ select, force: true })).moved);
  }

  /**
   * Completes the handshakes between two chains, in every mining mode, and does nothing else. Only a command of the
   * loop may call it.
   */
  async shakeHands(a: string, b: string): Promise<void> {
    const only = ({ kind, on, from }: Task): boolean =>
      (kind === 'connection' || kind === 'channel') && [a, b].includes(on) && [a, b].includes(from);
    while ((await this.#pass({ force: true, only })).moved);
  }

  /** Refreshes the light clients between two chains, in every mining mode. Only a command of the loop may call it. */
  async refreshBetween(a: string, b: string): Promise<void> {
    const due = dueClients(this.#ports).filter(({ on, of }) => [a, b].includes(on.id) && [a, b].includes(of.id));
    await this.#refreshClients(due, true);
  }

  /**
   * Refreshes all clients that are due, in every mining mode. No round follows its blocks. Returns false when some
   * clients could not be refreshed. Only a command of the loop may call it.
   */
  async refresh(): Promise<boolean> {
    const queued = this.#queued;
    this.#queued = true;
    try {
      for (let passes = 0; passes < MOST_REFRESHES && this.#goesOn; passes++) {
        const due = dueClients(this.#ports);
        if (due.length === 0) return true;
        if ((await this.#refreshClients(due, true)) === 0) return false;
      }
      return false;
    } finally {
      this.#queued = queued;
    }
  }

  pending(): readonly Pending[] {
    return this.chains.flatMap(({ port }) =>
      [...wishesOf(port, this.#ports, this.#book)]
        .filter((task) => !this.left.has(task.name))
        .map((task) => ({
          kind: task.kind,
          chain: task.on,
          from: task.from,
          packet: task.packet,
          failure: this.#failures.get(task.name)?.why,
        })),
    );
  }

  snapshot(): RelayerSnapshot {
    return { running: this.#running, delay: this.#delay, drops: this.#drops.snapshot() };
  }

  /** Restores a snapshot, after the chains were reverted. */
  restore({ running, delay, drops }: RelayerSnapshot): void {
    this.#running = running;
    this.#delay = delay;
    this.#drops.restore(drops);
    this.#failures.clear();
    this.#book.forget();
    for (const chain of this.chains) chain.forget();
  }

  /** Queues a round, before all commands that come later. */
  #request(): void {
    if (!this.#running || this.#queued || this.#closed) return;
    this.#queued = true;
    const round = async (): Promise<void> => {
      this.#queued = false;
      await this.#round();
    };
    // A refusal is reported elsewhere, and the command queue has reported an error that ends the devnet.
    this.commandQueue.run(round).catch(() => undefined);
  }

  async #round(): Promise<void> {
    for (let passes = 0; passes < MOST_PASSES && this.#goesOn; passes++) {
      const { moved, idle } = await this.#pass();
      this.#isIdle = idle;
      if (!moved) break;
      // Sockets and timers run here, commands do not.
      await new Promise<void>((resolve) => this.chains[0]?.node.chain.scheduler.afterIo(resolve));
    }
    if (this.#isIdle) for (const { resolve } of this.#waiters.splice(0)) resolve();
  }

  get #goesOn(): boolean {
    return this.#running && !this.chains.some(({ node }) => node.chain.scheduler.stopped);
  }

  /**
   * Updates the clients that are due, and returns how many it has updated. In automine, or with `force`, a chain whose
   * newest header is too old makes a block for it.
   */
  async #refreshClients(due: readonly DueClient[], force = false): Promise<number> {
    let sent = 0;
    for (const { clientId, on, of, trustingPeriod } of due) {
      const [chain, source] = [this.#chain(on.id), this.#chain(of.id)];
      const name = `refresh ${on.id} ${clientId}`;
      if (force && chain.account.isBusy) await chain.produce();
      const attempts = this.#failures.get(name)?.attempts ?? 0;
      if (chain.account.isBusy || (attempts >= MOST_ATTEMPTS && !force)) continue;
      const isOld = !isRecent(on, of.header(of.height).time, trustingPeriod);
      if (isOld && !((force || source.automine) && (await source.produce()))) continue;
      const update = updateClient(on, of, clientId) ?? [];
      if (update.length === 0) continue;
      const failed = await chain.send([updateBatch(update)]);
      if (force || chain.automine) await chain.produce();
      const [failure] = [...failed, ...chain.settle()];
      if (failure === undefined) sent++;
      if (failure === undefined) this.#failures.delete(name);
      else this.#failures.set(name, { attempts: attempts + 1, why: failure.why });
    }
    return sent;
  }

  #chain(id: string): RelayedChain {
    const chain = this.chains.find((one) => one.id === id);
    invariant(chain !== undefined, `the relayer has the chain ${id}`);
    return chain;
  }

  /** Visits every chain once: sends the messages that are due there, and makes blocks where automine does. */
  async #pass({
    select = all,
    force = false,
    only,
  }: PassOptions = {}): Promise<{ readonly moved: boolean; readonly idle: boolean; readonly sent: number }> {
    for (const chain of this.chains) this.#note(chain.settle());
    // A pass that forces blocks does only what it was called for.
    const refreshed = force ? 0 : await this.#refreshClients(dueClients(this.#ports));
    const { tasks, waiting } = findTasks(this.#ports, this.#book, this.#options(only));
    let moved = refreshed > 0;
    let sent = refreshed;
    let idle = waiting.size === 0 && tasks.length === 0;
    for (const chain of this.chains) {
      if (chain.account.isBusy) {
        idle = false;
        continue;
      }
      const own = tasks.filter(({ on }) => on === chain.id);
      // A task that failed in a batch is sent alone.
      const suspect = own.filter(({ name }) => this.#failures.has(name));
      const most = suspect.length > 0 ? suspect.slice(0, 1) : await select(chain, own);
      const batches = batchesOf(chain.port, this.#ports, most, MOST_AT_ONCE);
      const refused = await chain.send(batches);
      const lost = new Set(refused.flatMap(({ tasks }) => tasks));
      for (const task of batches.flatMap((batch) => batch.tasks)) if (!lost.has(task)) this.onRelayed(task);
      this.#note(refused);
      sent += batches.reduce((sum, batch) => sum + batch.tasks.length, 0);
      if (batches.length > 0) idle = false;
      if (!(force || chain.automine) || (batches.length === 0 && !waiting.has(chain.id))) continue;
      if (await chain.produce()) moved = true;
      this.#note(chain.settle());
    }
    return { moved, idle, sent };
  }

  #options(only: PassOptions['only']): FindOptions {
    return {
      delay: only === undefined ? this.#delay : 0n,
      isLeft: (task) =>
        only?.(task) === false ||
        this.left.has(task.name) ||
        (this.#failures.get(task.name)?.attempts ?? 0) >= MOST_ATTEMPTS ||
        this.#drops.takes(task),
    };
  }

  #note(failed: readonly Failed[]): void {
    for (const { tasks, why } of failed)
      for (const task of tasks) {
        const { name } = task;
        this.onRelayed(task, why);
        this.#failures.set(name, { attempts: (this.#failures.get(name)?.attempts ?? 0) + 1, why });
      }
  }
}
