/**
 * Mines blocks on demand, one or many, in every mining mode. Each is a separate height. Other commands run between two
 * of them, and other work of the process runs between two slices.
 */
import type { EvmMiningRequest } from '../../backend/evm/mining.js';
import { HalleyError } from '../../kernel/errors.js';
import { type FairScheduler, SLICE_MS } from '../../kernel/fair_scheduler.js';
import { evmTimestamp, NANOS_PER_SECOND, type UnixNanos } from '../../kernel/time.js';
import type { SimulatedChain } from '../chain/chain.js';
import { mustBeInReach, mustBeLater } from '../clock/block_times.js';
import type { ChainClock } from '../clock/chain_clock.js';
import type { CommandQueue } from './command_queue.js';
import { closed } from './fatal.js';
import type { Loop } from './loop.js';
import { stalled } from './quorum.js';

/** Most blocks of one call, all of which are made and stored, some 4 KB each. */
export const MAX_BLOCKS = 1_000_000;
/** Blocks of one call between two reports of its progress. */
export const PROGRESS_BLOCKS = 1_000;

/** Progress of a call: the blocks that it has made, and all that it makes. */
export interface MiningProgress {
  readonly mined: number;
  readonly of: number;
}

/** Parts of the host of several chains that keep their light clients. */
interface ClientHost {
  readonly commandQueue: CommandQueue;
  readonly keepClientsUntil: ((time: UnixNanos) => Promise<void>) | undefined;
}

export class Mining {
  /** `onProgress` receives the progress of a long call. */
  constructor(
    private readonly node: {
      readonly chain: Pick<SimulatedChain, 'blockStore' | 'scheduler' | 'simNetwork'>;
      readonly loop: Pick<Loop, 'mine'>;
      readonly clock: ChainClock;
      readonly host?: ClientHost;
    },
    private readonly onProgress: (progress: MiningProgress) => void = () => undefined,
  ) {}

  /**
   * Resolves to the height of the last block when all blocks are published. Throws HalleyError before anything has
   * changed: `invalid-argument` for an invalid request, `unavailable` for a time that is not after the newest block's.
   * Throws `unavailable` when the validators cannot decide, the chain is reverted, or the devnet is closed meanwhile;
   * the blocks made until then stay.
   */
  async mine(given: Partial<EvmMiningRequest> = {}): Promise<bigint> {
    const { blocks = 1, interval } = given;
    checkCount(blocks);
    checkSpans(given);
    if (blocks === 0) return this.node.chain.blockStore.height;
    const { clock, chain, host } = this.node;
    const options = host?.keepClientsUntil === undefined ? given : await this.#keepClients(host, blocks, given);
    const rest = restBetweenSlices(chain.scheduler);
    let isFirst = true;
    let reached = await this.#one(() => {
      // A height that has started has its time already. The first height with the requested time then comes after it.
      isFirst = !this.#setFirst(blocks, options) || !chain.simNetwork.isHeightStarted;
    });
    if (!isFirst) reached = await this.#one();
    for (let made = 1; made < blocks; made++) {
      if (made % PROGRESS_BLOCKS === 0) this.onProgress({ mined: made, of: blocks });
      await rest();
      reached = await this.#one(() => {
        if (chain.scheduler.stopped) throw closed();
        if (chain.blockStore.height < reached) throw wentBack(made, blocks);
        // A height that the mining mode has started has its time already, and another caller may have fixed the next
        // one.
        if (interval !== undefined && !clock.isFixed && !chain.simNetwork.isHeightStarted)
          clock.fixNext(evmTimestamp(this.#last) + interval);
      });
    }
    return reached;
  }

  /** Lets several chains keep their light clients until the first block. Returns the request with the time of that. */
  async #keepClients(
    { commandQueue, keepClientsUntil }: ClientHost,
    blocks: number,
    options: Partial<EvmMiningRequest>,
  ): Promise<Partial<EvmMiningRequest>> {
    const first = this.#firstTime(blocks, options);
    if (first === undefined) return options;
    await commandQueue.run(async () => keepClientsUntil?.(first * NANOS_PER_SECOND));
    return { ...options, timestamp: first, delay: 0n };
  }

  /** Returns whether the first block is given a time. */
  #setFirst(blocks: number, options: Partial<EvmMiningRequest>): boolean {
    const first = this.#firstTime(blocks, options);
    if (first !== undefined) this.node.clock.fixNext(first);
    return first !== undefined;
  }

  /** Returns the time that the first block is given; `undefined` when it follows the clock. */
  #firstTime(blocks: number, { timestamp, interval = 0n, delay = 0n }: Partial<EvmMiningRequest>): bigint | undefined {
    const { clock } = this.node;
    const last = this.#last;
    if (timestamp !== undefined) mustBeLater(timestamp, evmTimestamp(last));
    const first = timestamp ?? evmTimestamp(clock.peek(last)) + delay;
    if (timestamp !== undefined || interval > 0n || delay > 0n) mustBeInReach(first + BigInt(blocks - 1) * interval);
    return timestamp !== undefined || (delay > 0n && !clock.isFixed) ? first : undefined;
  }

  /** Returns the time of the newest header that was started. */
  get #last(): UnixNanos {
    const { clock, chain } = this.node;
    return clock.newest(chain.blockStore.state.lastBlockTime);
  }

  async #one(prepare?: () => void): Promise<bigint> {
    const { chain, loop } = this.node;
    const produced = await loop.mine(prepare);
    if (produced.type === 'decided') return produced.height;
    throw chain.scheduler.stopped ? closed() : stalled(chain);
  }
}

/** Lets sockets, timers and signals run between two slices. */
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
      throw new HalleyError('invalid-argument', `the time between blocks is ${seconds} s, expected 0 s or more`, {
        seconds,
      });
}

const wentBack = (made: number, blocks: number): HalleyError =>
  new HalleyError('unavailable', `the chain was reverted when ${made} of ${blocks} blocks were mined`, {
    made,
    blocks,
  });
