/**
 * Polling filters (evm-json-rpc.md 8.1), fed by the port's notices. They belong to the node, not to a connection. One
 * that nobody polls expires; one that overflows fails its next poll rather than losing entries silently; blocks that a
 * revert has undone are no longer reported. The clock and the ids come from outside.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import { refusal } from '../jsonrpc/errors.js';
import type { EvmBlock, EvmLog, EvmNotice, EvmPort } from '../ports/evm.js';
import type { EvmLimits } from './limits.js';
import { type LogMatcher, logMatcher } from './log_matcher.js';
import { checkCriteria, logsOfBlock } from './logs.js';
import type { LogFilter } from './params/log_filter.js';

/** Bytes from a random source: 16 for an id. */
export type RandomBytes = (length: number) => Bytes;

/** 128 random bits as a quantity-like id: `0x`, no leading zeros. */
export const newId = (random: RandomBytes): string => `0x${toHex(random(16)).replace(/^0+(?=.)/, '')}`;

export interface FilterStoreOptions {
  readonly evm: EvmPort;
  readonly limits: EvmLimits;
  /** Milliseconds of any monotonic clock. */
  readonly nowMs: () => number;
  readonly random: RandomBytes;
}

/** What a poll answers. */
export type FilterChanges =
  | { readonly type: 'hashes'; readonly hashes: readonly Bytes[] }
  | { readonly type: 'logs'; readonly logs: readonly EvmLog[] };

type Kind =
  | { readonly type: 'blocks'; readonly hashes: Bytes[] }
  | { readonly type: 'pendingTransactions'; readonly hashes: Bytes[] }
  | { readonly type: 'logs'; readonly filter: LogFilter; readonly matcher: LogMatcher; readonly logs: EvmLog[] };

interface Filter {
  readonly kind: Kind;
  polledAtMs: number;
  overflowed: boolean;
}

/** Opaque. */
export type FilterSnapshot = ReadonlyMap<string, Filter>;

export class FilterStore {
  readonly #filters = new Map<string, Filter>();

  constructor(readonly options: FilterStoreOptions) {}

  newBlockFilter(): string {
    return this.#add({ type: 'blocks', hashes: [] });
  }

  newPendingTransactionFilter(): string {
    return this.#add({ type: 'pendingTransactions', hashes: [] });
  }

  newLogFilter(filter: LogFilter): string {
    checkCriteria(filter, this.options.limits);
    return this.#add({ type: 'logs', filter, matcher: logMatcher(filter), logs: [] });
  }

  /** What happened since the last poll, oldest first. */
  changes(id: string): FilterChanges {
    const filter = this.#find(id);
    filter.polledAtMs = this.options.nowMs();
    if (filter.overflowed) {
      this.#filters.delete(id);
      throw refusal(
        `filter not found: ${id} overflowed, more than ${this.options.limits.filterEntries} entries waited for a poll; create a new filter and poll it more often`,
      );
    }
    const { kind } = filter;
    if (kind.type === 'logs')
      return { type: 'logs', logs: this.#stillThere(kind.logs.splice(0), (log) => log.blockHash) };
    const hashes = kind.hashes.splice(0);
    return { type: 'hashes', hashes: kind.type === 'blocks' ? this.#stillThere(hashes, (hash) => hash) : hashes };
  }

  /** The criteria of a log filter. */
  criteria(id: string): LogFilter {
    const { kind } = this.#find(id);
    if (kind.type !== 'logs') throw refusal(`filter ${id} has no logs: it is a filter of ${NOUNS[kind.type]}`);
    return kind.filter;
  }

  uninstall(id: string): boolean {
    return this.#filters.delete(id);
  }

  /** A copy that later blocks and polls do not touch: a snapshot of the chain contains its filters. */
  snapshot(): FilterSnapshot {
    return new Map([...this.#filters].map(([id, filter]) => [id, copyOf(filter)]));
  }

  /** Back to the snapshot, which stays usable. */
  restore(snapshot: FilterSnapshot): void {
    this.#filters.clear();
    for (const [id, filter] of snapshot) this.#filters.set(id, copyOf(filter));
  }

  accept(notice: EvmNotice): void {
    if (this.#filters.size === 0) return;
    this.#dropIdle();
    for (const filter of this.#filters.values()) this.#feed(filter, notice);
  }

  #feed(filter: Filter, notice: EvmNotice): void {
    if (filter.overflowed) return;
    const { kind } = filter;
    if (notice.type === 'pendingTransaction') {
      if (kind.type === 'pendingTransactions') kind.hashes.push(notice.hash);
    } else if (kind.type === 'blocks') kind.hashes.push(notice.block.hash);
    else if (kind.type === 'logs') this.#feedLogs(kind, notice.block);
    const entries = kind.type === 'logs' ? kind.logs : kind.hashes;
    if (entries.length <= this.options.limits.filterEntries) return;
    filter.overflowed = true;
    entries.length = 0;
  }

  #feedLogs({ filter, matcher, logs }: Extract<Kind, { type: 'logs' }>, block: EvmBlock): void {
    if (filter.blockHash !== undefined || !this.#within(filter, block.number)) return;
    if (!matcher.mayMatch(block.logsBloom)) return;
    for (const log of logsOfBlock(block)) if (matcher.matches(log)) logs.push(log);
  }

  /** Only numbers bound what comes: a tag such as `latest` names no height of its own. */
  #within({ fromBlock, toBlock }: LogFilter, height: bigint): boolean {
    if (fromBlock?.type === 'number' && height < fromBlock.number) return false;
    return !(toBlock?.type === 'number' && height > toBlock.number);
  }

  #stillThere<T>(entries: readonly T[], blockHash: (entry: T) => Bytes): readonly T[] {
    return entries.filter((entry) => this.options.evm.heightOfHash(blockHash(entry)) !== undefined);
  }

  #add(kind: Kind): string {
    const { limits, nowMs, random } = this.options;
    this.#dropIdle();
    if (this.#filters.size >= limits.filters)
      throw refusal(
        `error creating filter: max limit reached: ${limits.filters} filters are installed; uninstall one, or wait until idle ones expire`,
      );
    const id = newId(random);
    this.#filters.set(id, { kind, polledAtMs: nowMs(), overflowed: false });
    return id;
  }

  #find(id: string): Filter {
    this.#dropIdle();
    const filter = this.#filters.get(id);
    if (filter !== undefined) return filter;
    const seconds = this.options.limits.filterIdleMs / 1000;
    throw refusal(`filter not found: ${id} was never created, uninstalled, or not polled for ${seconds} s`);
  }

  #dropIdle(): void {
    const oldest = this.options.nowMs() - this.options.limits.filterIdleMs;
    for (const [id, filter] of this.#filters) if (filter.polledAtMs < oldest) this.#filters.delete(id);
  }
}

function copyOf(filter: Filter): Filter {
  const { kind } = filter;
  return {
    ...filter,
    kind: kind.type === 'logs' ? { ...kind, logs: [...kind.logs] } : { ...kind, hashes: [...kind.hashes] },
  };
}

const NOUNS = { blocks: 'blocks', pendingTransactions: 'pending transactions' } as const;
