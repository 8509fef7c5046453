/**
 * Replaces the devnet's own chain with another fork, with a chain that is not a fork, or with one that begins after the
 * blocks of a state file. The new chain is opened as after a start. When its first block exists, it takes the old one's
 * place between two commands. If it cannot be opened, nothing changes.
 */
import type { ForkTarget } from '../backend/evm/snapshots.js';
import { parseEndpoint } from '../client/endpoint.js';
import { HalleyError } from '../kernel/errors.js';
import { to0x } from '../kernel/hex.js';
import { EVM_RPC_PORT } from '../settings/default_ports.js';
import type { ChainReplacement } from './backends/evm/snapshots.js';
import type { ChainNode } from './chain_node.js';
import type { Fork } from './fork/fork.js';
import { Interrupt } from './fork/interrupt.js';
import type { Host } from './host.js';
import type { DevnetOptions } from './options/devnet_options.js';
import { type ForkOptions, fork as readFork } from './options/fork_option.js';
import { readForkUrl } from './options/fork_url.js';
import { closed } from './runtime/fatal.js';
import { continuedGenesis } from './state_files/continued_genesis.js';
import type { TakeHistory } from './state_files/taken_history.js';

/** The work of the start that a replacement repeats for another chain. */
interface Another {
  /** Returns the chain that has the slot. */
  readonly node: () => ChainNode;
  /** Opens the chain of the options in memory. The interrupt ends its requests. */
  readonly open: (options: DevnetOptions, interrupt: Interrupt) => Promise<ChainNode>;
  /** Starts a chain until its first block and its faults are there. */
  readonly start: (next: ChainNode, options: DevnetOptions) => Promise<void>;
  /** Starts the loop of a chain that has replaced the old one. */
  readonly startLoop: (node: ChainNode) => void;
}

/**
 * Lets `next` go on with the clock, the mining mode and the impersonated accounts of `before`, and with those of its pending
 * transactions that `next` accepts. The loop of `next` has not started.
 */
async function carryOver(before: ChainNode, next: ChainNode): Promise<void> {
  next.clock.takeOver(before.clock, before.chain.blockStore.state.lastBlockTime);
  next.impersonation.restore(before.impersonation.snapshot());
  next.chain.simNetwork.setMiningMode(before.loop.miningMode);
  for (const { tx } of before.chain.pool.all()) await next.loop.inside.take(tx);
}

/**
 * Returns the option for the target of a reset; undefined for a chain that is not a fork. `present` is the fork that
 * the devnet has now, or began with: its settings for requests and the cache remain. Its headers are sent only to the
 * same host, because they may contain API keys, and not together with headers of the target. A target with a URL has
 * the chain id of its own chain, as in Anvil. Throws HalleyError `invalid-argument`.
 */
function forkOfTarget(target: ForkTarget | undefined, present: ForkOptions | undefined): ForkOptions | undefined {
  if (target === undefined) return undefined;
  const { url = present && readForkUrl(present.url).url, blockNumber } = target;
  // A reset to the present fork may come after another one that ended it.
  if (url === undefined && blockNumber === undefined) return undefined;
  if (url === undefined)
    throw new HalleyError(
      'invalid-argument',
      'this chain is not a fork: name the chain to fork with jsonRpcUrl, or leave out forking',
    );
  const { transactionHash, blockNumber: before, chainId, headers: headersBefore, ...rest } = present ?? { url };
  const isSameHost = present !== undefined && hostOf(url) === hostOf(present.url);
  const { headers = isSameHost ? headersBefore : undefined } = target;
  const own = {
    ...(target.url === undefined && chainId !== undefined && { chainId }),
    ...(headers !== undefined && { headers }),
  };
  return readFork({ ...rest, ...own, url, ...(blockNumber !== undefined && { blockNumber }) }, 'forking');
}

const hostOf = (url: string): string => parseEndpoint(readForkUrl(url).url, EVM_RPC_PORT).label;

export class Replacement implements ChainReplacement {
  /** Interrupts of replacements that have not finished. */
  readonly #open = new Set<Interrupt>();
  /** Later reset that raised each interrupt. */
  readonly #later = new WeakMap<Interrupt, Promise<void>>();
  /** Reason why there are no more replacements; `undefined` while the devnet is open. */
  #ended: HalleyError | undefined;
  /** Last replacement, after which the next one begins. */
  #last: Promise<void> = Promise.resolve();

  constructor(
    private readonly host: Host,
    private readonly another: Another,
  ) {}

  /**
   * Replaces the chain with that of `target`, and interrupts earlier replacements that have not finished. Rejects with
   * HalleyError: `unavailable` where the chain cannot be replaced or the node does not answer, `conflict` when a later
   * reset interrupts this one and fails, `invalid-argument`, and as `openFork` does.
   */
  readonly replace = (target: ForkTarget | undefined): Promise<void> => {
    this.#refuse();
    return this.overtake(() => this.#after((interrupt) => this.#toFork(target, interrupt)));
  };

  /**
   * Returns the function that replaces the chain with one that begins after the blocks of a state file, whose state is the
   * present one with the file's accounts merged into it. It waits for earlier replacements, and rejects with HalleyError
   * as `replace` does, and for an account that is refused. Returns undefined where the chain cannot be replaced.
   */
  readonly historyTaker = (): TakeHistory | undefined =>
    this.#obstacle() === undefined
      ? (history) => this.#after((interrupt) => this.#toHistory(history, interrupt))
      : undefined;

  readonly overtake = (reset: () => Promise<void>): Promise<void> => {
    const earlier = [...this.#open];
    this.#interrupt(OVERTAKEN);
    const done = reset();
    for (const interrupt of earlier) this.#later.set(interrupt, done);
    return done;
  };

  /** Interrupts a replacement that has not finished, and refuses later ones. */
  async close(): Promise<void> {
    this.#ended = closed();
    this.#interrupt(this.#ended);
    await this.#last;
  }

  #interrupt(why: HalleyError): void {
    for (const interrupt of this.#open) interrupt.raise(why);
  }

  /** Does the work after the replacements before it. */
  #after(work: (interrupt: Interrupt) => Promise<void>): Promise<void> {
    const interrupt = new Interrupt();
    this.#open.add(interrupt);
    if (this.#ended !== undefined) interrupt.raise(this.#ended);
    const done = this.#last.then(async () => {
      try {
        interrupt.check();
        await work(interrupt);
      } catch (error) {
        throw interrupt.why ?? error;
      } finally {
        this.#open.delete(interrupt);
      }
    });
    this.#last = done.catch(() => undefined);
    return done.catch((error: unknown) => this.#outcomeOfLater(interrupt, error));
  }

  /** Resolves when the later reset that interrupted a replacement has succeeded: the chain is as after both of them. */
  async #outcomeOfLater(interrupt: Interrupt, error: unknown): Promise<void> {
    const later = error === OVERTAKEN ? this.#later.get(interrupt) : undefined;
    if (later === undefined) throw error;
    await later.catch(() => {
      throw OVERTAKEN;
    });
  }

  async #toFork(target: ForkTarget | undefined, interrupt: Interrupt): Promise<void> {
    const { fork: first, ...rest } = this.host.options;
    const before = this.another.node();
    const fork = forkOfTarget(target, before.chain.fork?.options ?? first);
    const changed = fork === undefined ? rest : { ...rest, fork };
    await this.#opened(changed, interrupt, async (next) => {
      await before.loop.run(async () => this.#exchange(before, next, interrupt));
    });
    await before.close(REPLACED);
  }

  /** Replaces the chain within one command, so that its state stays as it is until then. */
  async #toHistory(history: Parameters<TakeHistory>[0], interrupt: Interrupt): Promise<void> {
    const before = this.another.node();
    if (before.chain.fork !== undefined) throw new HalleyError('conflict', BECAME_FORK);
    const { fork: _, validators: __, timestamp: ___, ...rest } = this.host.options;
    await before.loop.run(async () => {
      const { chain, clock, devTxSender } = before;
      const genesis = await devTxSender.changesOf(history.messages(), (changes) =>
        continuedGenesis(chain, changes, history, clock.peek(chain.blockStore.state.lastBlockTime)),
      );
      await this.#opened({ ...rest, genesis }, interrupt, async (next) => {
        await carryOver(before, next);
        this.#exchange(before, next, interrupt);
      });
    });
    await before.close(REPLACED);
  }

  #refuse(): void {
    if (this.host.chains === undefined) throw new HalleyError('unavailable', 'the devnet is still starting: try again');
    const why = this.#obstacle();
    if (why === undefined) return;
    throw new HalleyError(
      'unavailable',
      `the fork of this devnet cannot be changed, because ${why}; start a new devnet with the option fork, or --fork-url`,
    );
  }

  /** Returns why the chain cannot be replaced; undefined where it can be. */
  #obstacle(): string | undefined {
    const { options, isJoined } = this.host;
    const possible = this.another.node().chain.fork === undefined ? 'its own first block' : 'the same URL and block';
    if (options.home !== undefined) return `its home folder has the chain: only a reset to ${possible} is possible`;
    if (options.record !== undefined) return 'its record has the chain';
    return isJoined ? 'other chains of it know of the chain' : undefined;
  }

  /** Opens and starts the chain of the options, and uses it. Closes it when any of this fails or is interrupted. */
  async #opened(options: DevnetOptions, interrupt: Interrupt, use: (next: ChainNode) => Promise<void>): Promise<void> {
    const next = await this.another.open(options, interrupt);
    const { fork } = next.chain;
    const stopListening = interrupt.listen((why) => void fork?.close(why));
    try {
      interrupt.check();
      if (fork !== undefined) await this.#refuseItself(fork);
      await this.another.start(next, options);
      interrupt.check();
      await use(next);
    } catch (error) {
      await next.close();
      throw error;
    } finally {
      stopListening();
    }
  }

  /** Refuses the URL of this devnet itself, whose responses would come from the fork. */
  async #refuseItself({ point, request, label }: Fork): Promise<void> {
    const { evmBackend } = this.another.node();
    if (evmBackend.heightOfHash(point.hash) === undefined) return;
    const metadata = await request('hardhat_metadata', []).catch(() => undefined);
    const { instanceId } = Object(metadata) as { readonly instanceId?: unknown };
    if (instanceId !== to0x(evmBackend.instanceId())) return;
    throw new HalleyError('invalid-argument', `${label} is this devnet itself: expected the URL of another node`);
  }

  /** Lets `next` take the place of `before` at once. Only a command of the loop of `before` may call it. */
  #exchange(before: ChainNode, next: ChainNode, interrupt: Interrupt): void {
    interrupt.check();
    next.takeSlot();
    before.retire(REPLACED);
    this.another.startLoop(next);
  }
}

const BECAME_FORK =
  'a reset has made the chain a fork since the state file was read: load the file again, of which a fork takes only the accounts';

/** One error for all, because the stack of an error made during a replacement would retain both chains. */
const REPLACED = new HalleyError(
  'unavailable',
  'the chain was replaced by a reset or a state file before this request was served: send it again',
);

/** One error for all, for the same reason. */
const OVERTAKEN = new HalleyError(
  'conflict',
  'a later reset ended this reset or load, and failed itself: nothing has changed; try again',
);
