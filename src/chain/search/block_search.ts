/**
 * Implements `block_search`: heights whose block events match a query. Conditions on the height alone need no index.
 */
import type { Matches, SearchRequest, StoredBlock } from '../../backend/comet.js';
import { conditionsOf } from '../query/parse_query.js';
import { EventIndex } from './event_index.js';
import { lengthOf } from './id_list.js';
import { IndexFollower } from './index_follower.js';
import { matches } from './matches.js';
import { BLOCKS, planSearch } from './query_plan.js';
import { unitsThatMeet } from './run_query_plan.js';
import type { SearchSource } from './source.js';

/** Creates the search; its units are heights, counted from the lowest. */
export function createBlockSearch(source: SearchSource): (request: SearchRequest) => Matches<StoredBlock> {
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
