/** Tests the query language: grammar, error texts and matching (consensus-rpc.md 9 and 14). */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventMap } from '../../../src/backend/comet.js';
import { formatCondition } from '../../../src/chain/query/condition.js';
import { conditionsOf, parseQuery } from '../../../src/chain/query/parse_query.js';
import { HalleyError } from '../../../src/kernel/errors.js';

const EVENTS: EventMap = new Map([
  ['transfer.amount', ['8atom', '12stake']],
  ['transfer.to', ['bob', 'al']],
  ['tx.height', ['5']],
  ['x.t', ['2020-01-01T00:00:00Z', '2020-01-02']],
  ['a.b.c', ['1']],
  ['x.f', ['5.5']],
  ['x.neg', ['-5']],
]);

function refusalOf(text: string): string {
  try {
    parseQuery(text);
  } catch (error) {
    if (error instanceof HalleyError && error.code === 'invalid-argument') return error.message;
    throw error;
  }
  throw new Error(`"${text}" was accepted`);
}

describe('an invalid query', () => {
  it.each([
    ['', 'offset 0: EOF'],
    ['a', 'offset 1: EOF'],
    ['a=b', 'offset 2: got tag, wanted number, timestamp, datestamp or string'],
    ['a=5 OR b=6', 'offset 4: got tag, want 6'],
    ['a!=5', 'offset 1: invalid input ! at offset 2'],
    ['a CONTAINS 5', 'offset 11: got number, wanted string'],
    ["a>'x'", 'offset 2: got string, wanted number, timestamp or datestamp'],
    ['AND', 'offset 0: got AND operator, wanted tag'],
    ['a=DATE 2020-13-01', 'offset 2: invalid DATE value: parsing time "2020-13-01": month out of range'],
    ['a=DATE 1800-01-01', 'offset 2: datestamp year 1800 out of range'],
    ["a='x", 'offset 2: EOF'],
    ['a=-5', 'offset 2: invalid input - at offset 3'],
    ['tm.event=', 'offset 9: EOF'],
    ['nonsense', 'offset 8: EOF'],
    ['a=DATE 2021-02-29', 'offset 2: invalid DATE value: parsing time "2021-02-29": day out of range'],
    [
      'a=DATE 2020-1-1',
      'offset 2: invalid DATE value: parsing time "2020-1-1" as "2006-01-02": cannot parse "1-1" as "01"',
    ],
    [
      'a=TIME 2020-01-01T24:00:00Z',
      'offset 2: invalid TIME value: parsing time "2020-01-01T24:00:00Z": hour out of range',
    ],
    ['a=5 !', 'offset 4: got invalid token, want 6'],
    ['é=1 §', 'offset 5: got invalid token, want 6'],
    [
      'a b',
      'offset 2: got tag, wanted <= operator, >= operator, < operator, > operator, = operator, CONTAINS operator or EXISTS operator',
    ],
  ])('is refused with the reason: %s', (text, message) => {
    expect(refusalOf(text)).toBe(message);
  });
});

describe('a valid query', () => {
  it.each([
    ['transfer.amount=8', true],
    ['transfer.amount>8 AND transfer.amount<10', true],
    ["transfer.amount CONTAINS 'ato'", true],
    ['transfer EXISTS', true],
    ['transfer.to EXISTS', true],
    ['tx.height=5.0', true],
    ["tx.height='5'", true],
    ['x.t=TIME 2020-01-01T00:00:00Z', true],
    ['x.t=DATE 2020-01-02', true],
    ['a.b EXISTS', true],
    ["transfer = ''", true],
    ["transfer.amount='8'", false],
    ['transf EXISTS', false],
    ['transfer.x EXISTS', false],
    ['a EXISTS', false],
    ['x.f=5', false],
    ['x.neg<0', false],
    ['x.t<TIME 2020-01-01T00:00:01+00:00', true],
    ['x.t>TIME 2020-01-01T00:00:00Z', false],
    ['x.t>=DATE 2020-01-03', false],
    ['tx.height=5AND x.f=5.5', true],
    ['tx.height = 05', true],
    ['tx.height <= 4.999999999999999999999999', false],
    ['tx.height < 18446744073709551616000', true],
  ])('%s matches: %s', (text, expected) => {
    expect(parseQuery(text).matches(EVENTS)).toBe(expected);
  });

  it('matches no event when there are none', () => {
    expect(parseQuery('a EXISTS').matches(new Map())).toBe(false);
  });

  it('accepts colons and slashes in tags, which CometBFT 0.38 refuses', () => {
    const events: EventMap = new Map([['wasm-x::y.factory/a', ['1']]]);
    expect(parseQuery('wasm-x::y.factory/a=1').matches(events)).toBe(true);
    expect(parseQuery('wasm-x::y EXISTS').matches(events)).toBe(true);
  });

  it('has a normal form', () => {
    const query = parseQuery(
      "a.b='x'AND c>=5 AND d EXISTS AND e CONTAINS'y'AND f<DATE 2020-01-01 AND g=TIME 2020-01-01T00:00:00Z",
    );
    expect(query.text).toBe(
      "a.b = 'x' AND c >= 5 AND d EXISTS AND e CONTAINS 'y' AND f < DATE 2020-01-01 AND g = TIME 2020-01-01T00:00:00Z",
    );
    expect(parseQuery(query.text).text).toBe(query.text);
  });

  it('has TIME and DATE as tags unless a space follows', () => {
    expect(parseQuery('TIME=1 AND DATE\t= 2').text).toBe('TIME = 1 AND DATE = 2');
  });
});

describe('CometBFT and this parser', () => {
  interface Recorded {
    readonly events: Readonly<Record<string, readonly string[]>>;
    readonly queries: readonly {
      readonly query: string;
      readonly error?: string;
      readonly normal?: string;
      readonly matches?: boolean;
    }[];
  }
  const recorded: Recorded = JSON.parse(
    readFileSync(new URL('../../vectors/cometbft-0.38.25/queries.json', import.meta.url), 'utf8'),
  );
  const events = new Map(Object.entries(recorded.events));

  it('agree on recorded queries: their errors, their normal forms and what they match', () => {
    expect(recorded.queries.length).toBe(300);
    for (const { query, error, normal, matches } of recorded.queries) {
      if (error !== undefined) expect(refusalOf(query), query).toBe(error);
      else {
        const parsed = parseQuery(query);
        expect([parsed.text, parsed.matches(events)], query).toEqual([normal, matches]);
      }
    }
  });

  it('ignore an unterminated string after a complete query', () => {
    expect(parseQuery("a=5 'x").text).toBe('a = 5');
    expect(refusalOf("a=5 AND b='x")).toBe('offset 10: EOF');
  });
});

/** Matches as CometBFT does: keys are split into events, and conditions run over all of them. */
function model(conditions: readonly { tag: string; value: string }[], attributes: EventMap): boolean {
  const events = [...attributes].map(([key, values]) => {
    const words = key.split('.');
    return { type: words.slice(0, -1).join('.'), name: words.at(-1), values };
  });
  const matches = ({ tag, value }: { tag: string; value: string }) =>
    events.some(({ type, name, values }) =>
      tag === type ? value === '' : `${type}.${name}` === tag && values.includes(value),
    );
  return events.length > 0 && conditions.every(matches);
}

describe('the parser and the matcher', () => {
  it('parse or refuse any text, and never throw another error', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'a',
        'tm.event',
        '=',
        '<',
        '>=',
        ' ',
        "'x'",
        "'",
        '5',
        '5.',
        'AND',
        ' AND ',
        'EXISTS',
        'CONTAINS',
        'TIME ',
        'DATE ',
      ),
      fc.constantFrom('2020-01-01', '2020-01-01T00:00:00Z', '!', 'é', '𐐷', '\u0000'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        try {
          const query = parseQuery(text);
          expect(parseQuery(query.text).text).toBe(query.text);
          query.matches(EVENTS);
        } catch (error) {
          expect(error).toBeInstanceOf(HalleyError);
          expect((error as Error).message).toMatch(/^offset \d+: /);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('print a query and parse the same conditions again', () => {
    const tag = fc
      .stringMatching(/^[a-z_][a-zA-Z0-9_.:/-]{0,8}$/)
      .filter((text) => !/^(AND|EXISTS|CONTAINS)$/.test(text));
    const string = fc.string().map((text) => ({ type: 'string' as const, text: text.replaceAll("'", '') }));
    const ordered = fc.oneof(
      fc.stringMatching(/^\d{1,30}(\.\d{0,10})?$/).map((text) => ({ type: 'number' as const, text })),
      fc
        .date({ min: new Date('1900-01-02'), max: new Date('2999-12-30'), noInvalidDate: true })
        .chain((date) =>
          fc.constantFrom(
            { type: 'timestamp' as const, text: `${date.toISOString().slice(0, 19)}Z` },
            { type: 'timestamp' as const, text: `${date.toISOString().slice(0, 19)}-07:30` },
            { type: 'datestamp' as const, text: date.toISOString().slice(0, 10) },
          ),
        ),
    );
    const order = fc.constantFrom(
      '< operator' as const,
      '<= operator' as const,
      '> operator' as const,
      '>= operator' as const,
    );
    const condition = fc.oneof(
      fc.record({ type: fc.constant('exists' as const), tag }),
      fc.record({ type: fc.constant('contains' as const), tag, operand: string }),
      fc.record({
        type: fc.constant('compare' as const),
        tag,
        operator: fc.constant('= operator' as const),
        operand: fc.oneof(string, ordered),
      }),
      fc.record({ type: fc.constant('compare' as const), tag, operator: order, operand: ordered }),
    );
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1, maxLength: 4 }), (conditions) => {
        const text = conditions.map(formatCondition).join(' AND ');
        expect(conditionsOf(parseQuery(text))).toEqual(conditions);
        expect(parseQuery(text).text).toBe(text);
      }),
    );
  });

  it('agree with the reference model on equality', () => {
    const tag = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
      .map((words) => words.join('.'));
    const key = fc
      .array(fc.constantFrom('a', 'b', 'c'), { minLength: 2, maxLength: 3 })
      .map((words) => words.join('.'));
    const value = fc.constantFrom('', 'x', 'y');
    const events = fc.uniqueArray(fc.tuple(key, fc.array(value, { minLength: 1, maxLength: 3 })), {
      selector: ([k]) => k,
      maxLength: 5,
    });
    fc.assert(
      fc.property(
        fc.array(fc.record({ tag, value }), { minLength: 1, maxLength: 3 }),
        events,
        (conditions, entries) => {
          const text = conditions.map((c) => `${c.tag}='${c.value}'`).join(' AND ');
          const attributes = new Map(entries);
          expect(parseQuery(text).matches(attributes)).toBe(model(conditions, attributes));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('offsets and ends of ranges', () => {
  it.each([
    ['\u007f=1', 'offset 0: invalid input \u007f at offset 1'],
    ['é=5 a', 'offset 5: got tag, want 6'],
    ['\u0800=5 a', 'offset 6: got tag, want 6'],
    ['\u{10000}=5 a', 'offset 7: got tag, want 6'],
  ])('count bytes of UTF-8: %s', (text, message) => {
    expect(refusalOf(text)).toBe(message);
  });

  it('of years range from 1900 to 2999', () => {
    for (const year of [1900, 2999]) expect(conditionsOf(parseQuery(`a=DATE ${year}-01-01`))).toHaveLength(1);
    expect(refusalOf('a=DATE 1899-12-31')).toBe('offset 2: datestamp year 1899 out of range');
    expect(refusalOf('a=DATE 3000-01-01')).toBe('offset 2: datestamp year 3000 out of range');
    expect(refusalOf('a=TIME 3000-01-01T00:00:00Z')).toBe('offset 2: timestamp year 3000 out of range');
  });

  it.each([
    ['tx.height<5', false],
    ['tx.height<=5', true],
    ['tx.height<6', true],
    ['tx.height>5', false],
    ['tx.height>=5', true],
    ['tx.height>4', true],
    ['x.t<DATE 2020-01-02', false],
    ['x.t<DATE 2020-01-03', true],
    ['x.t<=DATE 2020-01-02', true],
    ['x.t>TIME 2020-01-01T00:00:00Z', false],
    ['x.t>=TIME 2020-01-01T00:00:00Z', true],
  ])('include or exclude a bound: %s', (text, matches) => {
    expect(parseQuery(text).matches(EVENTS)).toBe(matches);
  });
});
