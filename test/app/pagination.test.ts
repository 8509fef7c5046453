import { PageRequest as TheirPageRequest } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PageRequest, pageOf } from '../../src/app/query/pagination.js';

const list = Array.from({ length: 250 }, (_, i) => ({ key: Uint8Array.of(i), item: i }));
const fail = (text: string): Error => new Error(text);
const page = (partial: Partial<TheirPageRequest>) => {
  const request = PageRequest.decode(TheirPageRequest.encode(TheirPageRequest.fromPartial(partial)).finish());
  const { items, pagination } = pageOf(list, request, fail);
  return { items, ...pagination };
};

describe('a page', () => {
  it('has a hundred entries and the total when nothing is asked for', () => {
    const { items, pagination } = pageOf(list, PageRequest.decode(new Uint8Array()), fail);
    expect([items.length, pagination]).toEqual([100, { nextKey: Uint8Array.of(100), total: 250n }]);
  });

  it('has the total only when it is asked for, and never by key', () => {
    expect(page({ limit: 3n })).toEqual({ items: [0, 1, 2], nextKey: Uint8Array.of(3), total: 0n });
    expect(page({ limit: 3n, countTotal: true, offset: 249n }).total).toBe(250n);
    expect(page({ key: Uint8Array.of(248), countTotal: true })).toEqual({
      items: [248, 249],
      nextKey: new Uint8Array(),
      total: 0n,
    });
  });

  it('is empty beyond the end, and takes any limit', () => {
    expect(page({ offset: 2n ** 63n }).items).toEqual([]);
    expect(page({ limit: 2n ** 64n - 1n }).items).toHaveLength(250);
  });

  it('cannot begin at a key and an offset', () => {
    expect(() => page({ key: Uint8Array.of(1), offset: 1n })).toThrow(
      'invalid request, either offset or key is expected, got both',
    );
  });

  it('follows page, in both directions, until all was seen once', () => {
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
