/**
 * Opens a fork: finds the block of another chain after which it begins, and reads that chain's state and history. What
 * was read is kept on disk, so that a later fork of the same block asks for it no more.
 */
import type { RemoteSource } from '../../app/state/remote_source.js';
import { RemoteNode } from '../../client/remote_node.js';
import type { Schedule } from '../../client/schedule.js';
import { HalleyError } from '../../kernel/errors.js';
import type { ForkOptions } from '../options/fork_option.js';
import { readForkUrl } from '../options/fork_url.js';
import { AnswerCache } from './answer_cache.js';
import { CacheFolder, defaultCachePath } from './cache_folder.js';
import { type ChosenBlock, chooseBlock } from './choose_block.js';
import type { ForkPoint } from './fork_point.js';
import { ForkedHistory } from './forked_history.js';
import { ForkedState } from './forked_state.js';
import type { Interrupt } from './interrupt.js';
import { PointGuard } from './point_guard.js';
import { rememberedPoint, rememberPoint } from './remotes_index.js';
import { SlotReads } from './slot_reads.js';
import { StateCache } from './state_cache.js';

export type { ForkPoint } from './fork_point.js';

/** Counts the newest blocks that a chain may still replace: two epochs of Ethereum. */
const RECENT_BLOCKS = 64n;

/** Is another chain up to a block. */
export interface Fork {
  readonly point: ForkPoint;
  /** Has the URL of the node that is used now, and the headers that are sent to it. */
  readonly options: ForkOptions;
  /** Names the node without any secret of its URL. */
  readonly label: string;
  /** Reads the state at the block. */
  readonly source: RemoteSource;
  /**
   * Lists the transactions to execute after the block, as the node describes them. It is empty without `transactionHash`,
   * and for a block that was known.
   */
  readonly transactions: readonly unknown[];
  /**
   * Calls a method of the node, or returns its earlier answer where that stays as it is. The answer must not be changed.
   * Rejects with HalleyError `remote-error`, `unavailable` or `limit-exceeded`.
   */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Uses another node from now on, which must have the same block. Throws HalleyError `invalid-argument`. */
  setUrl(url: string): void;
  close(): Promise<void>;
}

export interface ForkEnvironment {
  /** Receives a warning, at most one of each kind. */
  readonly warn?: ((text: string) => void) | undefined;
  /**
   * Is the block of a fork that goes on. Nothing is asked at its opening, so the node may be away; the first read checks
   * that it still has the block.
   */
  readonly known?: ForkPoint;
  readonly schedule?: Schedule;
  /** Ends the requests of the opening, which then rejects with HalleyError `unavailable`. */
  readonly interrupt?: Interrupt | undefined;
}

interface Opening extends ChosenBlock {
  /** Tells whether the node itself gave the block just now. */
  readonly isFresh: boolean;
}

/**
 * Opens a fork, for which it sends one request. Rejects with HalleyError `unavailable`, `remote-error`, `not-found`, or
 * `height-too-high` for a block that the node does not have yet.
 */
export async function openFork(options: ForkOptions, environment: ForkEnvironment = {}): Promise<Fork> {
  const { warn = () => undefined, known, schedule, interrupt } = environment;
  const { url, blockNumber } = readForkUrl(options.url);
  const node = new RemoteNode({ ...options, url, ...(schedule && { schedule }) });
  const folder = options.noStorageCaching === true ? undefined : new CacheFolder(cachePathOf(options), warn);
  const number = options.blockNumber ?? blockNumber;
  const stopListening = interrupt?.listen(() => node.close());
  try {
    const choose = () => chooseBlock(node, { number, transactionHash: options.transactionHash });
    const opening = known === undefined ? await chosen(choose, url, number, folder, warn) : goingOn(known);
    return forkOf(node, options, opening, folder);
  } catch (error) {
    node.close();
    throw error;
  } finally {
    stopListening?.();
  }
}

const cachePathOf = ({ cachePath }: ForkOptions): string =>
  cachePath ?? defaultCachePath(process.platform, process.env);

const goingOn = (point: ForkPoint): Opening => ({ point, newest: undefined, transactions: [], isFresh: false });

/** Chooses a block. While the node is away, a numbered block is the one that it gave the last time. */
async function chosen(
  choose: () => Promise<ChosenBlock>,
  url: string,
  number: bigint | undefined,
  folder: CacheFolder | undefined,
  warn: (text: string) => void,
): Promise<Opening> {
  const isNumbered = number !== undefined && number >= 0n;
  const remotes = isNumbered ? folder?.remotes() : undefined;
  try {
    const block = await choose();
    if (remotes !== undefined) rememberPoint(remotes, url, block.point);
    return { ...block, isFresh: true };
  } catch (error) {
    const isAway = error instanceof HalleyError && error.code === 'unavailable';
    const point = isAway && remotes !== undefined && isNumbered ? rememberedPoint(remotes, url, number) : undefined;
    if (point === undefined) throw error;
    warn(`${(error as HalleyError).message}: the fork uses what earlier runs fetched`);
    return goingOn(point);
  } finally {
    remotes?.close();
  }
}

function forkOf(
  node: RemoteNode,
  options: ForkOptions,
  { point, newest, transactions, isFresh }: Opening,
  folder: CacheFolder | undefined,
): Fork {
  const isRecent = newest === undefined || newest - point.number < RECENT_BLOCKS;
  const guard = new PointGuard(node, point, isRecent && isFresh, !isFresh);
  folder?.prune(point);
  const [state, answers, reads] = [
    folder?.fileOf(point, 'state'),
    folder?.fileOf(point, 'history'),
    folder?.readsOf(point),
  ];
  const { label } = node;
  const { headers, ...withoutHeaders } = options;
  let current: ForkOptions = options;
  const history = new ForkedHistory(node, point, guard, new AnswerCache(answers));
  return {
    ...{ point, transactions },
    get options() {
      return current;
    },
    get label() {
      return node.label;
    },
    source: new ForkedState(node, point.number, guard, new StateCache(state), new SlotReads(reads)),
    request: (method, params) => history.request(method, params),
    setUrl(url) {
      node.setUrl(readForkUrl(url).url);
      current = { ...(node.label === label ? options : withoutHeaders), url: readForkUrl(url).url };
      guard.demand();
    },
    async close() {
      node.close();
      for (const file of [state, answers, reads]) file?.close();
    },
  };
}
