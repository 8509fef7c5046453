/**
 * Stores polling filters (evm-json-rpc.md 8.1) and feeds them with the events of the backend. A filter that is not
 * polled expires. Where filters or their entries become too many, the least recently polled filters are dropped. A
 * filter that overflows fails its next poll instead of losing entries silently. The clock and the ids are injected.
 *
 * Filters belong to clients, not to a connection and not to the chain, so a revert does not restore them. A client that
 * adds the logs of each poll, and drops those that are marked as removed, has the logs of the canonical chain.
 */

import type { ChainSlot } from '../../../backend/chain_slot.js';
import type { EvmLog, EvmTransaction } from '../../../backend/evm/block.js';
import type { EvmEvent } from '../../../backend/evm/blocks.js';
import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { toHex } from '../../../kernel/hex.js';
import { refusal } from '../../jsonrpc/errors.js';
import { checkHistory, heightOf } from '../blocks.js';
import type { EvmLimits } from '../limits.js';
import { BlockLogs, undoneLogs } from '../logs/block_logs.js';
import { checkCriteria } from '../logs/get_logs.js';
import { type LogMatcher, logMatcher } from '../logs/log_matcher.js';
import type { LogFilter } from '../params/log_filter.js';

/** Draws bytes from a random source; an id takes 16. */
export type RandomBytes = (length: number) => Bytes;

/** Makes an id of 128 random bits in the form of a quantity: `0x` without leading zeros. */
export const newId = (random: RandomBytes): string => `0x${toHex(random(16)).replace(/^0+(?=.)/, '')}`;

export interface FilterStoreOptions {
  readonly slot: ChainSlot<{ readonly evmBackend: EvmBackend }>;
  readonly limits: EvmLimits;
  /** Returns the milliseconds of any monotonic clock. */
  readonly nowMs: () => number;
  readonly random: RandomBytes;
}

/** Result of one poll. */
export type FilterChanges =
  | { readonly type: 'hashes'; readonly hashes: readonly Bytes[] }
  /** Transactions as they were while pending. It omits those that left the mempool without a block. */
  | { readonly type: 'transactions'; readonly transactions: readonly EvmTransaction[] }
  | { readonly type: 'logs'; readonly logs: readonly EvmLog[] };

type Kind =
  | { readonly type: 'blocks'; hashes: Bytes[] }
  | { readonly type: 'pendingTransactions'; readonly whole: boolean; hashes: Bytes[] }
  | {
      readonly type: 'logs';
      readonly filter: LogFilter;
      readonly matcher: LogMatcher;
      /** One non-empty list for each block. Filters with equal criteria share the lists. */
      readonly logs: (readonly EvmLog[])[];
      /** Logs that were reported and whose blocks were reverted since then. A poll returns them before `logs`. */
      readonly removed: (readonly EvmLog[])[];
      /** Height up to which no log has been reported. */
      since: bigint;
    };

type LogKind = Extract<Kind, { type: 'logs' }>;

interface Filter {
  readonly kind: Kind;
  polledAtMs: number;
  /** Entries that the next poll returns. */
  entries: number;
  overflowed: boolean;
}

export class FilterStore {
  /** Filters by id, the least recently polled first. */
  readonly #filters = new Map<string, Filter>();

  readonly #bornMs: number;

  constructor(readonly options: FilterStoreOptions) {
    this.#bornMs = options.nowMs();
  }

  get #evm(): EvmBackend {
    return this.options.slot.now.evmBackend;
  }

  newBlockFilter(): string {
    return this.#add({ type: 'blocks', hashes: [] });
  }

  /** Creates a filter of pending transactions. With `whole`, a poll returns transactions instead of hashes. */
  newPendingTransactionFilter(whole = false): string {
    return this.#add({ type: 'pendingTransactions', whole, hashes: [] });
  }

  newLogFilter(filter: LogFilter): string {
    const { limits } = this.options;
    const evm = this.#evm;
    checkCriteria(filter, limits);
    if (filter.fromBlock?.type === 'number') checkHistory(evm, filter.fromBlock.number);
    const since = evm.head();
    return this.#add({ type: 'logs', filter, matcher: logMatcher(filter), logs: [], removed: [], since });
  }

  /**
   * Returns what happened since the last poll, oldest first. Throws RpcError for an unknown filter and for one that
   * overflowed.
   */
  changes(id: string): FilterChanges {
    const filter = this.#find(id);
    filter.polledAtMs = this.options.nowMs();
    this.#filters.delete(id);
    if (filter.overflowed)
      throw refusal(
        `filter not found: ${id} overflowed, more than ${this.options.limits.filterEntries} entries waited for a poll; create a new filter and poll it more often`,
      );
    this.#filters.set(id, filter);
    const { kind } = filter;
    filter.entries = 0;
    if (kind.type === 'logs')
      return { type: 'logs', logs: [...kind.removed.splice(0).flat(), ...kind.logs.splice(0).flat()] };
    const hashes = kind.hashes.splice(0);
    if (kind.type === 'pendingTransactions' && kind.whole)
      return { type: 'transactions', transactions: hashes.flatMap((hash) => this.#asItWaited(hash)) };
    return { type: 'hashes', hashes };
  }

  /** Returns the criteria of a log filter. Throws RpcError for other filters. */
  criteria(id: string): LogFilter {
    const { kind } = this.#find(id);
    if (kind.type !== 'logs') throw refusal(`filter ${id} has no logs: it is a filter of ${NOUNS[kind.type]}`);
    return kind.filter;
  }

  uninstall(id: string): boolean {
    return this.#filters.delete(id);
  }

  /** Uninstalls all filters. */
  clear(): void {
    this.#filters.clear();
  }

  accept(event: EvmEvent): void {
    if (this.#filters.size === 0) return;
    this.#dropIdle();
    if (event.type === 'undoing') this.#undo(event);
    else {
      const logs = event.type === 'block' ? BlockLogs.of(() => event.block) : undefined;
      for (const filter of this.#filters.values()) if (!filter.overflowed) this.#feed(filter, event, logs);
    }
    this.#limitEntries();
  }

  #undo(event: Extract<EvmEvent, { type: 'undoing' }>): void {
    for (const filter of this.#filters.values())
      if (filter.kind.type === 'blocks') this.#forgetBlocks(filter, filter.kind, event.first);
    const following = [...this.#filters.values()].flatMap((filter) => {
      const { kind, overflowed } = filter;
      return kind.type !== 'logs' || overflowed ? [] : [{ filter, kind, silent: forget(filter, kind, event.first) }];
    });
    if (following.length === 0) return;
    for (const logs of undoneLogs(this.#evm, event))
      for (const { filter, kind, silent } of following)
        if (logs.number > kind.since && !silent.has(logs.number) && !filter.overflowed)
          this.#feedLogs(filter, kind, logs);
    for (const { kind } of following) if (kind.since >= event.first) kind.since = event.first - 1n;
  }

  /** Drops the hashes of blocks at height `first` and above. */
  #forgetBlocks(filter: Filter, kind: Extract<Kind, { type: 'blocks' }>, first: bigint): void {
    const evm = this.#evm;
    kind.hashes = kind.hashes.filter((hash) => (evm.heightOfHash(hash) ?? first) < first);
    if (!filter.overflowed) filter.entries = kind.hashes.length;
  }

  #feed(filter: Filter, event: EvmEvent, logs: BlockLogs | undefined): void {
    const { kind } = filter;
    if (kind.type === 'logs') {
      if (logs === undefined) return;
      // A filter that is created after a height is decided and before it is published reports that height.
      if (logs.number <= kind.since) kind.since = logs.number - 1n;
      this.#feedLogs(filter, kind, logs);
    } else {
      const hash = hashFor(kind.type, event);
      if (hash === undefined || !this.#hasRoom(filter, 1)) return;
      kind.hashes.push(hash);
    }
  }

  #feedLogs(filter: Filter, { filter: criteria, matcher, logs, removed }: LogKind, news: BlockLogs): void {
    if (criteria.blockHash !== undefined || !this.#within(criteria, news.number)) return;
    const matched = news.matching(matcher);
    if (matched.length === 0 || !this.#hasRoom(filter, matched.length)) return;
    (matched[0]?.removed === true ? removed : logs).push(matched);
  }

  /** Reserves room for new entries. On overflow it drops the new entries and all earlier ones, and the filter accepts no more. */
  #hasRoom(filter: Filter, more: number): boolean {
    filter.entries += more;
    if (filter.entries <= this.options.limits.filterEntries) return true;
    filter.overflowed = true;
    filter.entries = 0;
    const { kind } = filter;
    for (const entries of kind.type === 'logs' ? [kind.logs, kind.removed] : [kind.hashes]) entries.length = 0;
    return false;
  }

  /**
   * Checks a height against the range of a filter. Only numbers and `earliest` limit it, because a tag such as `latest`
   * names no fixed height.
   */
  #within({ fromBlock, toBlock }: LogFilter, height: bigint): boolean {
    if (fromBlock?.type === 'number' && height < fromBlock.number) return false;
    if (toBlock?.type === 'earliest') return height <= (heightOf(this.#evm, toBlock) ?? height);
    return !(toBlock?.type === 'number' && height > toBlock.number);
  }

  #asItWaited(hash: Bytes): readonly EvmTransaction[] {
    const tx = this.#evm.transaction(hash);
    return tx === undefined ? [] : [{ ...tx, inclusion: undefined }];
  }

  #add(kind: Kind): string {
    const { limits, nowMs, random } = this.options;
    this.#dropIdle();
    if (limits.filters === 0)
      throw refusal('error creating filter: max limit reached: no filters are allowed; raise json-rpc.filter-cap');
    for (const id of this.#filters.keys()) {
      if (this.#filters.size < limits.filters) break;
      this.#filters.delete(id);
    }
    const id = newId(random);
    this.#filters.set(id, { kind, polledAtMs: nowMs(), entries: 0, overflowed: false });
    return id;
  }

  #find(id: string): Filter {
    this.#dropIdle();
    const filter = this.#filters.get(id);
    if (filter !== undefined) return filter;
    const { filterIdleMs, filters } = this.options.limits;
    throw refusal(
      `filter not found: ${id} was never created, uninstalled, not polled for ${filterIdleMs / 1000} s, or the least recently polled of more than ${filters}`,
    );
  }

  /** Drops the least recently polled filters while all filters together hold too many entries. */
  #limitEntries(): void {
    let entries = 0;
    for (const filter of this.#filters.values()) entries += filter.entries;
    for (const [id, filter] of this.#filters) {
      if (entries <= this.options.limits.filterEntriesInAll) return;
      entries -= filter.entries;
      this.#filters.delete(id);
    }
  }

  /** Drops idle filters as if a cleanup ran at every interval. Clients cannot notice that it runs only on access. */
  #dropIdle(): void {
    const { limits, nowMs } = this.options;
    const now = nowMs();
    const sinceLook = limits.filterCleanupMs === 0 ? 0 : (now - this.#bornMs) % limits.filterCleanupMs;
    const oldest = now - sinceLook - limits.filterIdleMs;
    for (const [id, filter] of this.#filters) {
      if (filter.polledAtMs >= oldest) return;
      this.#filters.delete(id);
    }
  }
}

/** Returns the hash that an event adds to a filter of hashes, or undefined if it adds none. */
function hashFor(type: 'blocks' | 'pendingTransactions', event: EvmEvent): Bytes | undefined {
  switch (event.type) {
    case 'pendingTransaction':
      return type === 'pendingTransactions' ? event.hash : undefined;
    case 'block':
      return type === 'blocks' ? event.block.hash : undefined;
    case 'undoing':
    case 'reverted':
      return undefined;
  }
}

/** Drops the unpolled logs of blocks at height `first` and above, and returns the heights of those blocks. */
function forget(filter: Filter, { logs }: LogKind, first: bigint): ReadonlySet<bigint> {
  const gone = new Set<bigint>();
  for (const ofBlock of logs.splice(0)) {
    const height = ofBlock[0]?.blockNumber ?? first;
    if (height < first) logs.push(ofBlock);
    else {
      gone.add(height);
      filter.entries -= ofBlock.length;
    }
  }
  return gone;
}

const NOUNS = { blocks: 'blocks', pendingTransactions: 'pending transactions' } as const;
