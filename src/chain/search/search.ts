/**
 * Implements `tx_search` and `block_search` (consensus-rpc.md 9.3) with the semantics of CometBFT's kv indexer, over
 * the responses to FinalizeBlock. Blocks are made without it: the index catches up when a search runs.
 */
import type { Matches, SearchRequest, StoredBlock, TxLocation } from '../../backend/comet.js';
import { txHash } from '../../codec/tx_hash.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { hexProblem, tryFromHex } from '../../kernel/hex.js';
import type { TxPosition } from '../block_store/records.js';
import type { Condition } from '../query/condition.js';
import { conditionsOf } from '../query/parse_query.js';
import { txAt } from '../tx_location.js';
import type { Window } from './attribute_index.js';
import { EventIndex } from './event_index.js';
import { filter, intersect, lengthOf, type Run, runOf, sequence } from './id_list.js';
import { IndexFollower } from './index_follower.js';
import { BLOCKS, type Plan, planSearch, TRANSACTIONS } from './query_plan.js';
import type { SearchSource } from './source.js';
import { TxIndex } from './tx_index.js';

export interface ChainSearch {
  /** Throws HalleyError `invalid-argument` with the indexer's text for a `tx.hash` that is no hash. */
  txs(request: SearchRequest): Matches<TxLocation>;
  blocks(request: SearchRequest): Matches<StoredBlock>;
}

/** Creates the searches. Pages must be loaded before the chain reverts to a lower height; new heights do not matter. */
export function createSearch(source: SearchSource): ChainSearch {
  return { txs: createTxSearch(source), blocks: createBlockSearch(source) };
}

/** Returns the units of the window that match the tests, ascending; without tests, all of them. */
function unitsThatMeet(index: EventIndex, { tests }: Plan, units: Window, sameEvent: boolean): Run {
  if (tests.length === 0) return sequence(units.from, units.to);
  const events = index.eventsOf(units);
  const found: Run[] = [];
  for (const test of tests) {
    const run = index.find(test, events);
    if (lengthOf(run) === 0) return runOf([]);
    found.push(sameEvent ? run : index.unitsOf(run));
  }
  const all = intersect(found);
  return sameEvent ? index.unitsOf(all) : all;
}

/**
 * Returns the matches, which are loaded a page at a time. `load` returns the item at a position 0..`total`-1 in
 * ascending order of the chain. Undefined items, which a revert has removed since the search, are left out.
 */
function matches<T>(total: number, order: SearchRequest['order'], load: (place: number) => T | undefined): Matches<T> {
  return {
    total,
    load: (from, count) => {
      const page: T[] = [];
      for (let i = Math.max(0, from); i < Math.min(total, from + count); i++) {
        const item = load(order === 'asc' ? i : total - 1 - i);
        if (item !== undefined) page.push(item);
      }
      return page;
    },
  };
}

/** Implements `block_search`. Its units are heights, from the lowest. Conditions on the height alone need no index. */
function createBlockSearch(source: SearchSource): (request: SearchRequest) => Matches<StoredBlock> {
  const index = new EventIndex();
  const unitOf = (height: bigint): number => Number(height - source.base);
  const follower = new IndexFollower(source, {
    append: (height) => index.addUnit(source.scanResults(height)?.events ?? []),
    truncate: (height) => index.truncate(unitOf(height) + 1),
  });
  const load = (unit: number): StoredBlock | undefined => source.block(source.base + BigInt(unit));

  return ({ query, order, sameEvent }) => {
    const plan = planSearch(conditionsOf(query), sameEvent, BLOCKS);
    if (plan === undefined) return matches(0, order, load);
    const { heights, tests } = plan;
    const from = heights.from > source.base ? heights.from : source.base;
    const to = heights.to < source.height ? heights.to : source.height;
    if (from > to) return matches(0, order, load);
    const units = { from: unitOf(from), to: unitOf(to) + 1 };
    if (tests.length === 0) return matches(units.to - units.from, order, (place) => load(units.from + place));
    follower.catchUp();
    const found = unitsThatMeet(index, plan, units, sameEvent);
    return matches(lengthOf(found), order, (place) => load(found.ids[found.from + place] as number));
  };
}

const HASH_TAG = 'tx.hash';

const refuse = (message: string): HalleyError => new HalleyError('invalid-argument', message);

/**
 * Returns the hash in the first condition on `tx.hash`, which determines the result alone, whatever the other
 * conditions are (consensus-rpc.md 9.3). It is undefined when there is none. Throws HalleyError.
 */
function wantedHash(conditions: readonly Condition[]): Bytes | undefined {
  const condition = conditions.find(({ tag }) => tag === HASH_TAG);
  if (condition === undefined) return undefined;
  const text = condition.type === 'exists' ? '' : condition.operand.text;
  const hash = tryFromHex(text);
  if (hash === undefined) throw refuse(`error during searching for a hash in the query: ${hexProblem(text)}`);
  if (hash.length === 0) throw refuse('error while retrieving the result: transaction hash cannot be empty');
  return hash;
}

/**
 * Implements `tx_search`: transactions whose events match a query. A hash, and one height alone, need no index. A
 * transaction that was delivered more than once is found at its last position, as in CometBFT, whose index has one
 * result for each hash. The search throws HalleyError with CometBFT's text for an invalid hash.
 */
function createTxSearch(source: SearchSource): (request: SearchRequest) => Matches<TxLocation> {
  const index = new TxIndex(source);

  function listed(positions: readonly TxPosition[], order: SearchRequest['order']): Matches<TxLocation> {
    return matches(positions.length, order, (place) => txAt(source, positions[place] as TxPosition));
  }

  /** Reads the block itself. */
  function atHeight(height: bigint): readonly TxPosition[] {
    const txs = source.block(height)?.block.txs ?? [];
    return distinctPositions(txs.map((tx, at) => source.position(txHash(tx)) ?? { height, index: at }));
  }

  function indexed(plan: Plan, sameEvent: boolean): Run {
    index.catchUp();
    const found = unitsThatMeet(index.events, plan, index.unitsIn(plan.heights), sameEvent);
    if (plan.heightTexts.length === 0) return index.settled(found);
    const meets = (unit: number): boolean => {
      const text = index.position(unit).height.toString();
      return plan.heightTexts.every((part) => text.includes(part));
    };
    return index.settled(filter(found, meets));
  }

  return ({ query, order, sameEvent }) => {
    const conditions = conditionsOf(query);
    const hash = wantedHash(conditions);
    if (hash !== undefined) {
      const position = source.position(hash);
      return listed(position === undefined ? [] : [position], order);
    }
    const plan = planSearch(conditions, sameEvent, TRANSACTIONS);
    if (plan === undefined) return listed([], order);
    if (isOneHeight(plan)) return listed(atHeight(plan.heights.from), order);
    const { ids, from, to } = indexed(plan, sameEvent);
    return matches(to - from, order, (place) => txAt(source, index.position(ids[from + place] as number)));
  };
}

const isOneHeight = ({ heights, heightTexts, tests }: Plan): boolean =>
  heights.from === heights.to && heightTexts.length === 0 && tests.length === 0;

/** Removes repeated transactions, in the order of the chain. */
function distinctPositions(positions: readonly TxPosition[]): readonly TxPosition[] {
  return positions
    .toSorted((a, b) => (a.height === b.height ? a.index - b.index : a.height < b.height ? -1 : 1))
    .filter((p, i, all) => p.height !== all[i - 1]?.height || p.index !== all[i - 1]?.index);
}
