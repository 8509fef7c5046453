/**
 * Implements `tx_search`: transactions whose events match a query. A hash, and one height alone, need no index. A
 * transaction that was delivered more than once is found at its last position, as in CometBFT, whose index has one
 * result for each hash.
 */

import type { Matches, SearchRequest, TxLocation } from '../../backend/comet.js';
import { txHash } from '../../codec/tx_hash.js';
import type { TxPosition } from '../block_store/records.js';
import { conditionsOf } from '../query/parse_query.js';
import { txAt } from '../tx_location.js';
import { wantedHash } from './hash_condition.js';
import { filter, type Run } from './id_list.js';
import { matches } from './matches.js';
import { type Plan, planSearch, TRANSACTIONS } from './query_plan.js';
import { unitsThatMeet } from './run_query_plan.js';
import type { SearchSource } from './source.js';
import { TxIndex } from './tx_index.js';

/** Creates the search. The search throws HalleyError with CometBFT's text for an invalid hash. */
export function createTxSearch(source: SearchSource): (request: SearchRequest) => Matches<TxLocation> {
  const index = new TxIndex(source);

  function listed(positions: readonly TxPosition[], order: SearchRequest['order']): Matches<TxLocation> {
    return matches(positions.length, order, (place) => txAt(source, positions[place] as TxPosition));
  }

  /** Reads the block itself. */
  function atHeight(height: bigint): readonly TxPosition[] {
    const txs = source.block(height)?.block.txs ?? [];
    return distinct(txs.map((tx, at) => source.position(txHash(tx)) ?? { height, index: at }));
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
function distinct(positions: readonly TxPosition[]): readonly TxPosition[] {
  return positions
    .toSorted((a, b) => (a.height === b.height ? a.index - b.index : a.height < b.height ? -1 : 1))
    .filter((p, i, all) => p.height !== all[i - 1]?.height || p.index !== all[i - 1]?.index);
}
