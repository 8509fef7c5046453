/**
 * Blocks on demand, one or many, in every pace. Each is a height of its own; between two of them other commands have
 * their turn, and between two slices everybody else.
 */
import type { EvmMiningRequest } from '../../backend/evm/mining.js';
import { HalleyError } from '../../kernel/errors.js';
import { type FairScheduler, SLICE_MS } from '../../kernel/fair_scheduler.js';
import { type UnixNanos, unixSeconds } from '../../kernel/time.js';
import type { Chain } from '../chain/chain.js';
import { mustBeInReach, mustBeLater } from '../clock/block_times.js';
import type { ChainClock } from '../clock/chain_clock.js';
import { closed } from './fatal.js';
import { type Loop, stalled } from './loop.js';

/** Limits the blocks of one call, all of which are made and stored, some 4 KB each. */
export const MAX_BLOCKS = 1_000_000;
/** Counts the blocks of one call between two reports of its progress. */
export const PROGRESS_BLOCKS = 1_000;

/** Says how many of its blocks a call has made. */
export interface MiningProgress {
  readonly mined: number;
  readonly of: number;
}

export interface MiningDeps {
  readonly chain: Pick<Chain, 'blockStore' | 'scheduler' | 'simNetwork'>;
  readonly loop: Pick<Loop, 'mine'>;
  readonly clock: ChainClock;
  /** Receives the progress of a long call. */
  readonly onProgress?: (progress: MiningProgress) => void;
}

export class Mining {
  constructor(private readonly parts: MiningDeps) {}

  /**
   * Resolves when all of them are published, with the height of the last one. Throws HalleyError, and then nothing has
   * changed: `invalid-argument` for what cannot be asked for, `unavailable` for a time that is not after the newest
   * block's. Throws `unavailable` when the validators cannot decide, the chain goes back, or the devnet is closed
   * meanwhile: the blocks until then stay.
   */
  async mine(options: Partial<EvmMiningRequest> = {}): Promise<bigint> {
    const { blocks = 1, interval } = options;
    checkCount(blocks);
    checkSpans(options);
    if (blocks === 0) return this.parts.chain.blockStore.height;
    const { clock, chain, onProgress } = this.parts;
    const rest = restBetweenSlices(chain.scheduler);
    let isFirst = true;
    let reached = await this.#one(() => {
      // A height under way has its time already: then the first one that has the time asked for comes after it.
      isFirst = !this.#setFirst(blocks, options) || !chain.simNetwork.released;
    });
    if (!isFirst) reached = await this.#one();
    for (let made = 1; made < blocks; made++) {
      if (made % PROGRESS_BLOCKS === 0) onProgress?.({ mined: made, of: blocks });
      await rest();
      reached = await this.#one(() => {
        if (chain.scheduler.stopped) throw closed();
        if (chain.blockStore.height < reached) throw wentBack(made, blocks);
        // So has one that the pace has begun by itself, or that somebody else has given one.
        if (interval !== undefined && !clock.isFixed && !chain.simNetwork.released)
          clock.fixNext(unixSeconds(this.#last) + interval);
      });
    }
    return reached;
  }

  /** Whether the first one is given a time. */
  #setFirst(blocks: number, { timestamp, interval = 0n, delay = 0n }: Partial<EvmMiningRequest>): boolean {
    const { clock } = this.parts;
    const last = this.#last;
    if (timestamp !== undefined) mustBeLater(timestamp, unixSeconds(last));
    const first = timestamp ?? unixSeconds(clock.peek(last)) + delay;
    if (timestamp !== undefined || interval > 0n || delay > 0n) mustBeInReach(first + BigInt(blocks - 1) * interval);
    const isSet = timestamp !== undefined || (delay > 0n && !clock.isFixed);
    if (isSet) clock.fixNext(first);
    return isSet;
  }

  /** Of the newest header that was begun. */
  get #last(): UnixNanos {
    const { clock, chain } = this.parts;
    return clock.newest(chain.blockStore.state.lastBlockTime);
  }

  async #one(prepare?: () => void): Promise<bigint> {
    const { chain, loop } = this.parts;
    const produced = await loop.mine(prepare);
    if (produced.type === 'decided') return produced.height;
    throw chain.scheduler.stopped ? closed() : stalled();
  }
}

/** Sockets, timers and signals have their turn between two slices. */
function restBetweenSlices(scheduler: FairScheduler): () => Promise<void> {
  let since = scheduler.now();
  return async () => {
    if (scheduler.now() - since < SLICE_MS) return;
    await new Promise<void>((resolve) => scheduler.afterIo(resolve));
    since = scheduler.now();
  };
}

function checkCount(blocks: number): void {
  if (Number.isInteger(blocks) && blocks >= 0 && blocks <= MAX_BLOCKS) return;
  throw new HalleyError(
    'invalid-argument',
    `${blocks} blocks cannot be mined in one call, expected a whole number from 0 to ${MAX_BLOCKS}`,
    { blocks },
  );
}

function checkSpans({ interval = 0n, delay = 0n }: Partial<EvmMiningRequest>): void {
  for (const seconds of [interval, delay])
    if (seconds < 0n)
      throw new HalleyError('invalid-argument', `blocks cannot come ${seconds} s after those before: time goes on`, {
        seconds,
      });
}

const wentBack = (made: number, blocks: number): HalleyError =>
  new HalleyError('unavailable', `the chain went back when ${made} of ${blocks} blocks were mined`, {
    made,
    blocks,
  });
