/** Compares the searches with every answer recorded from CometBFT's own indexers on the same chains. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Matches, SearchRequest } from '../../../src/backend/comet.js';
import { parseQuery } from '../../../src/chain/query/parse_query.js';
import { createSearch } from '../../../src/chain/search/search.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { aBlockStore, type HeightDraft } from './block_store_kit.js';

interface Recorded {
  readonly chains: readonly {
    readonly heights: readonly HeightDraft[];
    readonly answers: readonly {
      readonly query: string;
      readonly txs: readonly (readonly [number, number])[] | string;
      readonly blocks: readonly number[] | string;
    }[];
  }[];
}

const RECORDED: Recorded = JSON.parse(
  readFileSync(new URL('../../vectors/cometbft-0.38.25/search.json', import.meta.url), 'utf8'),
);

function outcome<T, R>(
  search: (request: SearchRequest) => Matches<T>,
  text: string,
  show: (item: T) => R,
): R[] | string {
  try {
    const { total, load } = search({ query: parseQuery(text), order: 'asc', sameEvent: true });
    return load(0, total).map(show);
  } catch (error) {
    if (error instanceof HalleyError) return error.message;
    throw error;
  }
}

describe('a search answers as CometBFT did', () => {
  it.each(RECORDED.chains.map((chain, i) => [i, chain] as const))('on recorded chain %i', async (_, chain) => {
    const search = createSearch(await aBlockStore(chain.heights));
    expect(chain.answers.length).toBeGreaterThan(40);
    for (const { query, txs, blocks } of chain.answers) {
      const found = outcome(search.txs, query, ({ height, index }) => [Number(height), index]);
      expect(found, `transactions, ${query}`).toEqual(txs);
      const heights = outcome(search.blocks, query, ({ block }) => Number(block.header.height));
      expect(heights, `blocks, ${query}`).toEqual(blocks);
    }
  });
});
