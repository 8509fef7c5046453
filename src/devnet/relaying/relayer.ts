/**
 * The relayer of a devnet. After each height of any chain it relays what the states show to be missing. It runs between two
 * other commands, so the same commands give the same bytes on every chain. It needs no memory of its own: unfinished work is
 * found in the states, also after a restart. In automine it makes the blocks that proofs need. In other paces it submits its
 * transactions and waits.
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

/** Tasks that one chain is given at a time: what fits a few blocks. */
const MOST_AT_ONCE = 400;
/** A task that failed so often is left alone until the relayer is started again. */
const MOST_ATTEMPTS = 2;
/** More passes without a break are a loop without an end. */
const MOST_PASSES = 10_000;

interface Failure {
  readonly attempts: number;
  readonly why: string;
}

export interface RelayerSnapshot {
  readonly running: boolean;
  readonly delay: bigint;
  readonly drops: DropsSnapshot;
}

/** Something that is still to be done, or that cannot be. */
export interface Pending {
  readonly kind: Task['kind'];
  /** Where the message would go, and whose state asks for it. */
  readonly chain: string;
  readonly from: string;
  readonly packet: Task['packet'];
  /** Why it is left alone; undefined for what is under way. */
  readonly failure: string | undefined;
}

/** Which of a chain's tasks are done first. */
export type Select = (chain: RelayedChain, tasks: readonly Task[]) => Promise<readonly Task[]>;

interface PassOptions {
  readonly select?: Select;
  /** Blocks are made in every pace. */
  readonly force?: boolean;
  /** Nothing else is looked at; at once, whatever the delay. */
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
    /** Steps of handshakes that nobody is to take, by their names. */
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

  /** From now on every height of any chain is followed by what it asks for; also for what was left undone. */
  start(): void {
    if (this.#stopListening.length === 0)
      this.#stopListening = this.chains.map(({ node }) => node.chain.heights.listen(() => this.#request()));
    this.#running = true;
    this.#failures.clear();
    this.#request();
  }

  stop(): void {
    this.#running = false;
  }

  /** Ends what is under way; nobody waits any more. */
  close(): void {
    this.#closed = true;
    this.stop();
    for (const stop of this.#stopListening) stop();
    for (const { reject } of this.#waiters.splice(0)) reject(closed());
  }

  /** So many blocks of a chain must stand above what is relayed from it. */
  async setDelay(blocks: bigint): Promise<void> {
    await this.commandQueue.run(async () => {
      this.#delay = blocks;
    });
    this.#request();
  }

  /** Throws HalleyError `invalid-argument`. */
  drop(rule: DropRule): Promise<void> {
    return this.commandQueue.run(async () => this.#drops.add(rule));
  }

  /** One pass over all chains, also while it is stopped; how many messages it sent. */
  step(): Promise<number> {
    return this.commandQueue.run(async () => (await this.#pass()).sent);
  }

  /** Resolves when nothing is left that can be done. Rejects with `unavailable` while the relayer is stopped. */
  async settled(): Promise<void> {
    if (this.#closed) throw closed();
    if (!this.#running) throw new HalleyError('unavailable', 'the relayer is stopped: start it, or take single steps');
    await this.commandQueue.run(() => this.#round());
    if (this.#isIdle) return;
    await new Promise<void>((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  /** Passes without a pause, in every pace, until nothing is left to do. Before anybody else is there. */
  async found(select: Select): Promise<void> {
    while ((await this.#pass({ select, force: true })).moved);
  }

  /**
   * Brings the handshakes between two chains as far as they go, in every pace, and nothing else. For a command of the loop
   * alone.
   */
  async shakeHands(a: string, b: string): Promise<void> {
    const only = ({ kind, on, from }: Task): boolean =>
      (kind === 'connection' || kind === 'channel') && [a, b].includes(on) && [a, b].includes(from);
    while ((await this.#pass({ force: true, only })).moved);
  }

  /** Refreshes the light clients between two chains, in every pace. Call it only inside a command of the loop. */
  async refreshBetween(a: string, b: string): Promise<void> {
    const due = dueClients(this.#ports).filter(({ on, of }) => [a, b].includes(on.id) && [a, b].includes(of.id));
    await this.#refreshClients(due, true);
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

  /** With the chains, which went back. */
  restore({ running, delay, drops }: RelayerSnapshot): void {
    this.#running = running;
    this.#delay = delay;
    this.#drops.restore(drops);
    this.#failures.clear();
    this.#book.forget();
    for (const chain of this.chains) chain.forget();
  }

  /** A round, when its turn has come: before whatever is asked for from now on. */
  #request(): void {
    if (!this.#running || this.#queued || this.#closed) return;
    this.#queued = true;
    const round = async (): Promise<void> => {
      this.#queued = false;
      await this.#round();
    };
    // What is refused, others hear of; what ends the devnet, the inbox has told.
    this.commandQueue.run(round).catch(() => undefined);
  }

  async #round(): Promise<void> {
    for (let passes = 0; passes < MOST_PASSES && this.#goesOn; passes++) {
      const { moved, idle } = await this.#pass();
      this.#isIdle = idle;
      if (!moved) break;
      // Sockets and timers have their turn, commands do not.
      await new Promise<void>((resolve) => this.chains[0]?.node.chain.scheduler.afterIo(resolve));
    }
    if (this.#isIdle) for (const { resolve } of this.#waiters.splice(0)) resolve();
  }

  get #goesOn(): boolean {
    return this.#running && !this.chains.some(({ node }) => node.chain.scheduler.stopped);
  }

  /**
   * Updates the clients that are due, and returns how many it has updated. In automine, or with `force`, a chain whose newest
   * header is too old makes a block for it.
   */
  async #refreshClients(due: readonly DueClient[], force = false): Promise<number> {
    let sent = 0;
    for (const { clientId, on, of, trustingPeriod } of due) {
      const [chain, source] = [this.#chain(on.id), this.#chain(of.id)];
      const name = `refresh ${on.id} ${clientId}`;
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

  /** Every chain once: what is to be done there is sent, and blocks are made where automine does so. */
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
      // What failed among others goes alone.
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
