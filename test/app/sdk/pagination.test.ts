import { PageRequest as TheirPageRequest } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PageRequest, pageOf, pageOfEntries } from '../../../src/app/sdk/query/pagination.js';

const list = Array.from({ length: 250 }, (_, i) => ({ key: Uint8Array.of(i), item: i }));
const fail = (text: string): Error => new Error(text);
const page = (partial: Partial<TheirPageRequest>) => {
  const request = PageRequest.decode(TheirPageRequest.encode(TheirPageRequest.fromPartial(partial)).finish());
  const { items, pagination } = pageOf(list, request, fail);
  return { items, ...pagination };
};

describe('a page', () => {
  it('has a hundred entries and the total by default', () => {
    const { items, pagination } = pageOf(list, PageRequest.decode(new Uint8Array()), fail);
    expect([items.length, pagination]).toEqual([100, { nextKey: Uint8Array.of(100), total: 250n }]);
  });

  it('has the total only on request, and never by key', () => {
    expect(page({ limit: 3n })).toEqual({ items: [0, 1, 2], nextKey: Uint8Array.of(3), total: 0n });
    expect(page({ limit: 3n, countTotal: true, offset: 249n }).total).toBe(250n);
    expect(page({ key: Uint8Array.of(248), countTotal: true })).toEqual({
      items: [248, 249],
      nextKey: new Uint8Array(),
      total: 0n,
    });
  });

  it('is empty beyond the end, and accepts any limit', () => {
    expect(page({ offset: 2n ** 63n }).items).toEqual([]);
    expect(page({ limit: 2n ** 64n - 1n }).items).toHaveLength(250);
  });

  it('cannot begin at a key and an offset', () => {
    expect(() => page({ key: Uint8Array.of(1), offset: 1n })).toThrow(
      'invalid request, either offset or key is expected, got both',
    );
  });

  it('follows the page before, in both directions, until all entries were returned once', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 120n }), fc.boolean(), (limit, reverse) => {
        const seen: number[] = [];
        for (let key = new Uint8Array(); ; ) {
          const { items, nextKey } = page({ key, limit, reverse });
          seen.push(...items);
          if (nextKey.length === 0) break;
          key = new Uint8Array(nextKey);
        }
        expect(seen).toEqual(reverse ? list.map(({ item }) => item).reverse() : list.map(({ item }) => item));
      }),
    );
  });
});

describe('a page of a store', () => {
  const PREFIX = Uint8Array.of(7);
  interface Entry {
    readonly key: number;
    readonly isRetained: boolean;
  }
  const stored = fc
    .uniqueArray(fc.record({ key: fc.integer({ min: 1, max: 40 }), isRetained: fc.boolean() }), {
      selector: ({ key }) => key,
    })
    .map((entries) => entries.sort((a, b) => a.key - b.key));

  function ours(entries: readonly Entry[], partial: Partial<TheirPageRequest>) {
    let read = 0;
    function* reading(): Iterable<readonly [Uint8Array, Uint8Array]> {
      for (const { key, isRetained } of entries) {
        read++;
        yield [Uint8Array.of(7, key), Uint8Array.of(isRetained ? 1 : 0)];
      }
    }
    const itemOf = ([isRetained]: Uint8Array, [key]: Uint8Array) => (isRetained === 1 ? key : undefined);
    const request = PageRequest.decode(TheirPageRequest.encode(TheirPageRequest.fromPartial(partial)).finish());
    const { items, pagination } = pageOfEntries(
      { entries: reading(), prefix: PREFIX, itemOf: itemOf as never, failure: fail },
      request,
    );
    return { items, nextKey: pagination.nextKey[0], total: Number(pagination.total), read };
  }

  /** Computes the page from whole lists, as the SDK's documentation describes it. */
  function model(entries: readonly Entry[], { key, offset, limit, countTotal, reverse }: ModelRequest) {
    const size = limit === 0 ? 100 : limit;
    if (key === undefined) {
      const retained = (reverse ? [...entries].reverse() : entries).filter(({ isRetained }) => isRetained);
      return {
        items: retained.slice(offset, offset + size).map((entry) => entry.key),
        nextKey: retained[offset + size]?.key,
        total: countTotal || limit === 0 ? retained.length : 0,
      };
    }
    const at = entries.find((entry) => entry.key >= key)?.key ?? Number.POSITIVE_INFINITY;
    const ordered = reverse
      ? entries.filter((entry) => entry.key <= at).reverse()
      : entries.filter((entry) => entry.key >= at);
    const places = ordered.flatMap(({ isRetained }, place) => (isRetained ? [place] : []));
    const last = places[size - 1];
    return {
      items: places.slice(0, size).map((place) => ordered[place]?.key),
      nextKey: last === undefined ? undefined : ordered[last + 1]?.key,
      total: 0,
    };
  }

  interface ModelRequest {
    readonly key: number | undefined;
    readonly offset: number;
    readonly limit: number;
    readonly countTotal: boolean;
    readonly reverse: boolean;
  }

  it('equals the page of the SDK’s pagination, with a filter, at any key, in both directions', () => {
    const request = fc.record({
      key: fc.option(fc.integer({ min: 0, max: 41 }), { nil: undefined }),
      offset: fc.integer({ min: 0, max: 12 }),
      limit: fc.integer({ min: 0, max: 12 }),
      countTotal: fc.boolean(),
      reverse: fc.boolean(),
    });
    fc.assert(
      fc.property(stored, request, (entries, wanted) => {
        const asked = { ...wanted, offset: wanted.key === undefined ? wanted.offset : 0 };
        const { read: _, ...found } = ours(entries, {
          ...asked,
          key: asked.key === undefined ? new Uint8Array() : Uint8Array.of(asked.key),
          offset: BigInt(asked.offset),
          limit: BigInt(asked.limit),
        });
        expect(found).toEqual(model(entries, asked));
      }),
      { numRuns: 300 },
    );
  });

  it('reads only the entries that it needs', () => {
    const entries = Array.from({ length: 30 }, (_, i) => ({ key: i + 1, isRetained: true }));
    expect(ours(entries, { limit: 3n, offset: 2n })).toEqual({ items: [3, 4, 5], nextKey: 6, total: 0, read: 6 });
    expect(ours(entries, { limit: 3n, key: Uint8Array.of(1) })).toMatchObject({ nextKey: 4, read: 4 });
    expect(ours(entries, { limit: 3n, countTotal: true })).toMatchObject({ total: 30, read: 30 });
  });

  it('cannot begin at a key and an offset', () => {
    expect(() => ours([], { key: Uint8Array.of(1), offset: 1n })).toThrow('either offset or key is expected, got both');
  });
});
