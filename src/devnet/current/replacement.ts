/**
 * Replaces the devnet's own chain by one on another fork, or by one that is no fork. The new chain is opened as a fresh
 * start with the other fork would open it, while the old one goes on. When its first block exists, it takes the old one's
 * place between two commands. If it cannot be opened, nothing has changed.
 */
import type { ForkTarget } from '../../backend/evm/forked.js';
import { HalleyError } from '../../kernel/errors.js';
import { to0x } from '../../kernel/hex.js';
import type { Chain } from '../chain/chain.js';
import type { ChainRuntime } from '../chain_runtime.js';
import type { Fork } from '../fork/fork.js';
import { Interrupt } from '../fork/interrupt.js';
import type { DevnetOptions } from '../options/devnet_options.js';
import { closed } from '../runtime/fatal.js';
import type { CurrentChain } from './current_chain.js';
import { forkOfTarget } from './fork_of_target.js';

export interface ReplacementDeps {
  readonly current: CurrentChain;
  readonly options: DevnetOptions;
  /** Returns whether the devnet has started. */
  readonly isReady: () => boolean;
  /** Returns whether the devnet has other chains. */
  readonly isJoined: () => boolean;
  /** Opens the chain of the options in memory. The interrupt ends its requests. */
  readonly open: (options: DevnetOptions, interrupt: Interrupt) => Promise<Chain>;
  /** Starts a chain until its first block and its faults are there. */
  readonly start: (chain: Chain, options: DevnetOptions) => Promise<ChainRuntime>;
  /** Starts the loop of a chain that has taken its place. */
  readonly startLoop: (node: ChainRuntime) => void;
}

export class Replacement {
  readonly #closing = new Interrupt();
  /** Is the last replacement, after which the next one begins. */
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly deps: ReplacementDeps) {}

  /**
   * Replaces the chain. Rejects with HalleyError: `unavailable` where the chain cannot be replaced or the node does not
   * answer, `invalid-argument`, and as `openFork` does.
   */
  readonly replace = (target: ForkTarget | undefined): Promise<void> => {
    this.#refuse();
    const replacement = this.#last.then(() => this.#replaceNow(target));
    this.#last = replacement.catch(() => undefined);
    return replacement;
  };

  /** Ends a replacement under way, and refuses later ones. */
  async close(): Promise<void> {
    this.#closing.raise();
    await this.#last;
  }

  async #replaceNow(target: ForkTarget | undefined): Promise<void> {
    const { current, options, start } = this.deps;
    const { fork: first, ...rest } = options;
    const fork = forkOfTarget(target, current.now.chain.fork?.options ?? first);
    const changed = fork === undefined ? rest : { ...rest, fork };
    const chain = await this.#open(changed);
    const before = current.now;
    try {
      await this.#takePlace(await start(chain, changed));
    } catch (error) {
      await closeChain(chain);
      throw this.#closing.isRaised ? closed() : error;
    }
    await closeChain(before.chain, REPLACED);
  }

  #refuse(): void {
    const { current, options, isJoined, isReady } = this.deps;
    if (!isReady()) throw new HalleyError('unavailable', 'the devnet is still starting: try again');
    const possible = current.now.chain.fork === undefined ? 'its own first block' : 'the same URL and block';
    const why =
      options.home !== undefined
        ? `its home folder has the chain: only a reset to ${possible} is possible`
        : options.record !== undefined
          ? 'its record has the chain'
          : isJoined()
            ? 'other chains of it know of the chain'
            : undefined;
    if (why === undefined) return;
    throw new HalleyError(
      'unavailable',
      `this devnet cannot be put on another fork, because ${why}; start a new devnet with the option fork, or --fork-url`,
    );
  }

  async #open(options: DevnetOptions): Promise<Chain> {
    try {
      if (this.#closing.isRaised) throw closed();
      const chain = await this.deps.open(options, this.#closing);
      try {
        if (this.#closing.isRaised) throw closed();
        if (chain.fork !== undefined) await this.#refuseItself(chain.fork);
        return chain;
      } catch (error) {
        await closeChain(chain);
        throw error;
      }
    } catch (error) {
      throw this.#closing.isRaised ? closed() : error;
    }
  }

  /** Refuses this devnet's own node, whose answers would come from the fork itself. */
  async #refuseItself({ point, request, label }: Fork): Promise<void> {
    const { evmBackend } = this.deps.current.now;
    if (evmBackend.heightOfHash(point.hash) === undefined) return;
    const metadata = await request('hardhat_metadata', []).catch(() => undefined);
    const { instanceId } = Object(metadata) as { readonly instanceId?: unknown };
    if (instanceId !== to0x(evmBackend.instanceId())) return;
    throw new HalleyError('invalid-argument', `${label} is this devnet, which cannot be forked by itself`);
  }

  #takePlace(next: ChainRuntime): Promise<void> {
    const { current, startLoop } = this.deps;
    const before = current.now;
    return before.loop.between(async () => {
      if (this.#closing.isRaised) throw closed();
      current.replace(next);
      before.retire(REPLACED);
      startLoop(next);
    });
  }
}

/** Is one error for all, because the stack of an error made during a replacement would retain both chains. */
const REPLACED = new HalleyError(
  'unavailable',
  'the chain was replaced by a reset before this request was served: send it again',
);

async function closeChain({ fork, store }: Chain, why?: HalleyError): Promise<void> {
  await fork?.close(why);
  await store.close();
}
