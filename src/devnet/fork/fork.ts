/**
 * Opens a fork: finds the block of another chain after which it begins, and reads that chain's state and history. Data
 * that was read is cached on disk, so that a later fork of the same block does not request it again.
 */
import type { RemoteEntry, RemoteSource } from '../../app/state/remote_source.js';
import type { Schedule } from '../../client/backoff.js';
import type { RemoteNode } from '../../client/remote_node.js';
import type { RemoteKey } from '../../evm/absent_remote.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { to0x, toHex } from '../../kernel/hex.js';
import { MAX_INITIAL_HEIGHT } from '../../settings/bounds.js';
import { isRecord } from '../../settings/reader.js';
import type { ForkOptions } from '../options/fork_option.js';
import { readForkUrl } from '../options/fork_url.js';
import { AnswerCache } from './answer_cache.js';
import { type BegunFork, beginFork, nodeOf } from './begin_fork.js';
import { CacheFolder, defaultCachePath } from './cache_folder.js';
import { fetchState } from './fetch_state.js';
import { type ForkPoint, quantityText } from './fork_point.js';
import { ForkedState } from './forked_state.js';
import type { Interrupt } from './interrupt.js';
import { lasts, mayLast, mustAnswer } from './lasting_answers.js';
import { goingOn, type Opening, OpeningBlock } from './opening.js';
import { PointGuard } from './point_guard.js';
import { SlotReads } from './slot_reads.js';
import { StateCache } from './state_cache.js';

export type { ForkPoint } from './fork_point.js';

/** Newest blocks that a chain may still replace: two epochs of Ethereum. */
const RECENT_BLOCKS = 64n;

/** Represents another chain up to a block. */
export interface Fork {
  readonly point: ForkPoint;
  /** URL of the node that is used now, and the headers that are sent to it. */
  readonly options: ForkOptions;
  /** Name of the node without the secrets in its URL. */
  readonly label: string;
  /** Reads the state at the block. */
  readonly source: RemoteSource;
  /**
   * Transactions to execute after the block, as the node describes them; empty without `transactionHash`, and for a
   * block that was already known.
   */
  readonly transactions: readonly unknown[];
  /**
   * Calls a method of the node, or returns a cached response that cannot change. The caller must not modify it. Rejects
   * with HalleyError `remote-error`, `unavailable` or `limit-exceeded`.
   */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Switches to another node, which must have the same block. Throws HalleyError `invalid-argument`. */
  setUrl(url: string): void;
  /** Ends open requests, and refuses later ones, with the error `why`. */
  close(why?: HalleyError): Promise<void>;
}

export interface ForkEnvironment {
  /** Receives a warning, at most one of each kind. */
  readonly warn?: ((text: string) => void) | undefined;
  /**
   * Block of a fork that is continued. Opening it sends no request, so the node may be unreachable; the first read
   * checks that the node still has the block.
   */
  readonly known?: ForkPoint;
  /** Fork that was begun with the same options. Without it the opening begins one. */
  readonly begun?: BegunFork | undefined;
  /** Accounts that will be read soon. They are in the cache when the fork is open. */
  readonly accounts?: readonly Bytes[];
  readonly schedule?: Schedule;
  /** Ends the requests of the opening, which then rejects with HalleyError `unavailable`. */
  readonly interrupt?: Interrupt | undefined;
}

/**
 * Opens a fork. It requests the block, unless that has begun, and fetches `accounts` at the same time if the number of
 * the block is known. Rejects with HalleyError `unavailable`, `remote-error`, `not-found`, or `height-too-high` for a
 * block that the node does not have yet.
 */
export async function openFork(options: ForkOptions, environment: ForkEnvironment = {}): Promise<Fork> {
  const { warn = () => undefined, known, schedule, interrupt } = environment;
  const folder = options.noStorageCaching === true ? undefined : new CacheFolder(cachePathOf(options), warn);
  if (known !== undefined) {
    environment.begun?.node.close();
    return forkOf(nodeOf(options, schedule), options, goingOn(known), filesOf(folder, known));
  }
  const begun = environment.begun ?? beginFork(options, schedule);
  const stopListening = interrupt?.listen(() => begun.node.close());
  try {
    return await openBegun(begun, options, environment, folder);
  } catch (error) {
    begun.node.close();
    throw error;
  } finally {
    stopListening?.();
  }
}

const cachePathOf = ({ cachePath }: ForkOptions): string =>
  cachePath ?? defaultCachePath(process.platform, process.env);

type EarlyOutcome =
  | { readonly entries: readonly RemoteEntry[]; readonly hash: string }
  /** Reason why nothing was fetched. */
  | { readonly failure: unknown };

/** Fetches accounts at a numbered block together with the block itself, so that both take one round trip. */
class EarlyState {
  readonly #outcome: Promise<EarlyOutcome>;

  /** Sends the request in this turn of the event loop. */
  constructor(node: RemoteNode, keys: readonly RemoteKey[], number: bigint) {
    const block = { method: 'eth_getBlockByNumber', params: [quantityText(number), false] };
    this.#outcome = Promise.all([fetchState(node, keys, number), node.calls([block])]).then(
      ([entries, [answer]]) => ({ entries, hash: isRecord(answer) ? String(answer['hash']).toLowerCase() : '' }),
      (failure: unknown) => ({ failure }),
    );
  }

  /**
   * Returns the accounts at the block of the fork. Returns nothing if the node had another block or returned an error,
   * which a later read reports. Rejects with HalleyError `unavailable` after all retries.
   */
  async of({ hash }: ForkPoint): Promise<readonly RemoteEntry[]> {
    const outcome = await this.#outcome;
    if ('entries' in outcome) return outcome.hash === to0x(hash) ? outcome.entries : [];
    const { failure } = outcome;
    if (failure instanceof HalleyError && failure.code !== 'unavailable') return [];
    throw failure;
  }
}

async function openBegun(
  begun: BegunFork,
  options: ForkOptions,
  { warn = () => undefined, accounts = [] }: ForkEnvironment,
  folder: CacheFolder | undefined,
): Promise<Fork> {
  const { node, number } = begun;
  const block = new OpeningBlock(begun, folder);
  const { remembered } = block;
  // The files are read while the node answers.
  const early = remembered && filesOf(folder, remembered);
  const distinct = new Map(accounts.map((address) => [toHex(address), address]));
  const keys = [...distinct.values()].map((address) => ({ type: 'account', address }) as const);
  const missing = keys.filter((key) => (early?.state.read(key).length ?? 0) === 0);
  const isNumbered = number !== undefined && number >= 0n;
  const earlyState = isNumbered && missing.length > 0 ? new EarlyState(node, missing, number) : undefined;
  const opening = await block.chosen(warn);
  const { point } = opening;
  if (point.number >= MAX_INITIAL_HEIGHT) throw tooHigh(point, node.label);
  const isRemembered = remembered !== undefined && isSame(remembered, point);
  if (!isRemembered) early?.close();
  const files = early !== undefined && isRemembered ? early : filesOf(folder, point);
  if (earlyState !== undefined && opening.isFresh) files.state.write(await earlyState.of(point));
  folder?.prune(point);
  const fork = forkOf(node, options, opening, files);
  await fork.source.fetch(keys);
  return fork;
}

const tooHigh = ({ number }: ForkPoint, label: string): HalleyError =>
  new HalleyError(
    'invalid-argument',
    `cannot fork at block ${number} of ${label}: expected a block below ${MAX_INITIAL_HEIGHT}`,
    { number },
  );

const isSame = (one: ForkPoint, other: ForkPoint): boolean =>
  one.chainId === other.chainId && one.number === other.number && equalBytes(one.hash, other.hash);

/** Data that earlier runs read from the chain at a block. */
interface Caches {
  readonly state: StateCache;
  readonly answers: AnswerCache;
  readonly reads: SlotReads;
  close(): void;
}

function filesOf(folder: CacheFolder | undefined, point: ForkPoint): Caches {
  const [state, answers, reads] = [
    folder?.fileOf(point, 'state'),
    folder?.fileOf(point, 'history'),
    folder?.readsOf(point),
  ];
  return {
    ...{ state: new StateCache(state), answers: new AnswerCache(answers), reads: new SlotReads(reads) },
    close() {
      for (const file of [state, answers, reads]) file?.close();
    },
  };
}

/** Sends requests about the past of a forked chain to its node, and caches the responses that cannot change. */
class ForkedHistory {
  /** Responses by request in flight. */
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(
    private readonly node: RemoteNode,
    private readonly point: ForkPoint,
    private readonly guard: PointGuard,
    private readonly cache: AnswerCache,
  ) {}

  /** Rejects with HalleyError `remote-error`, `unavailable` or `limit-exceeded`. */
  async request(method: string, params: readonly unknown[]): Promise<unknown> {
    if (!mayLast(method, params, this.point.number)) return this.#ask(method, params);
    const key = JSON.stringify([method, params]);
    const cached = await this.cache.get(key);
    if (cached !== undefined) return cached;
    const asked = this.#underWay.get(key) ?? this.#askAndKeep(key, method, params);
    this.#underWay.set(key, asked);
    return asked;
  }

  async #askAndKeep(key: string, method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      const answer = await this.#ask(method, params);
      if (lasts(method, answer, this.point.number)) this.cache.set(key, answer);
      return answer;
    } finally {
      this.#underWay.delete(key);
    }
  }

  async #ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const [answer] = await Promise.all([this.node.call(method, params), this.guard.check()]);
    mustAnswer(method, params, answer, this.node.label);
    return answer;
  }
}

function forkOf(
  node: RemoteNode,
  options: ForkOptions,
  { point, newest, transactions, isFresh }: Opening,
  caches: Caches,
): Fork {
  const isRecent = newest === undefined || newest - point.number < RECENT_BLOCKS;
  const guard = new PointGuard(node, point, isRecent && isFresh, !isFresh);
  const { label } = node;
  const { headers, ...withoutHeaders } = options;
  let current: ForkOptions = options;
  const history = new ForkedHistory(node, point, guard, caches.answers);
  return {
    ...{ point, transactions },
    get options() {
      return current;
    },
    get label() {
      return node.label;
    },
    source: new ForkedState(node, point.number, guard, caches.state, caches.reads),
    request: (method, params) => history.request(method, params),
    setUrl(url) {
      node.setUrl(readForkUrl(url).url);
      current = { ...(node.label === label ? options : withoutHeaders), url: readForkUrl(url).url };
      guard.demand();
    },
    async close(why) {
      node.close(why);
      caches.close();
    },
  };
}
