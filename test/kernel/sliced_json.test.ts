/** Tests the parsing of long JSON beside `JSON.parse`, with groups so short that every text has many. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MemberSink, parsingJson, type SlicedJsonOptions, STREAMED } from '../../src/kernel/sliced_json.js';
import { finish } from '../../src/kernel/steps.js';

const NO_JSON = Symbol('no JSON');

const parse = (text: string, options?: SlicedJsonOptions): unknown => finish(parsingJson(text, options));

function outcomeOf(parsed: () => unknown): unknown {
  try {
    return parsed();
  } catch {
    return NO_JSON;
  }
}

/** Expects the same value as that of `JSON.parse`, with members in the same order, or the same refusal. */
function expectSame(text: string, groupLength: number): void {
  const expected = outcomeOf(() => JSON.parse(text));
  const value = outcomeOf(() => parse(text, { groupLength }));
  expect(value).toEqual(expected);
  if (expected !== NO_JSON) expect(JSON.stringify(value)).toBe(JSON.stringify(expected));
}

const groupLength = fc.integer({ min: 1, max: 40 });
const spaced = fc.tuple(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 2 }));

it('gives what JSON.parse gives', () => {
  fc.assert(
    fc.property(spaced, groupLength, ([value, spaces], length) =>
      expectSame(` ${JSON.stringify(value, undefined, spaces)}\n`, length),
    ),
    { numRuns: 2000, seed: 1 },
  );
});

it('refuses what JSON.parse refuses', () => {
  const damage = fc.tuple(fc.nat(), fc.nat({ max: 1 }), fc.constantFrom(...'[]{},:"\\0e- x\u0001'));
  fc.assert(
    fc.property(spaced, groupLength, damage, ([value, spaces], length, [place, removed, put]) => {
      const text = JSON.stringify(value, undefined, spaces);
      const at = place % (text.length + 1);
      expectSame(text.slice(0, at) + put + text.slice(at + removed), length);
    }),
    { numRuns: 5000, seed: 1 },
  );
});

it.each([
  '{"__proto__":[1,2,3],"a":{"__proto__":{"b":1}}}',
  '{"a":[1,2,3],"a":[4,5,6],"2":[0,0,0],"1":[0,0,0]}',
  '[[1,2],]',
  '[[1,2,3] [4,5,6]]',
  '{"a":[1,2,3] "b":[4,5,6]}',
  '{"a" [1,2,3]}',
  '{[1,2,3]}',
  '{"a":1,:[1,2,3]}',
  '[,[1,2,3]]',
  '[1,2,3]]',
  '[[1,2,3]',
  '[1,2,3}',
  '"a\\\\","b"',
  '["a\\\\\\"b","c"]',
  '',
  '   ',
  '5 [1,2,3]',
  '[1,2,3] 5',
])('treats %s as JSON.parse does', (text) => {
  for (let length = 1; length < 12; length++) expectSame(text, length);
});

it('refuses a text that is nested too deeply, however short its groups are', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  for (const options of [{ groupLength: 5 }, {}]) {
    expect(Array.isArray(parse(nested(4_000), options))).toBe(true);
    expect(() => parse(nested(4_001), options)).toThrow(
      /^it is nested more than 4000 levels deep, near character 4001$/,
    );
  }
});

it('says where a long text is no JSON', () => {
  const text = JSON.stringify(Array.from({ length: 50_000 }, (_, i) => ({ i })));
  const at = text.indexOf('{"i":20000}');
  expect(() => parse(`${text.slice(0, at)}}${text.slice(at + 1)}`)).toThrow(SyntaxError);
  expect(() => parse(`${text.slice(0, at)}}${text.slice(at + 1)}`)).toThrow(`near character ${at + 1}`);
});

it('takes steps that are short', () => {
  const text = JSON.stringify(Array.from({ length: 200_000 }, (_, i) => ({ i, text: 'abc' })));
  const steps = parsingJson(text);
  let count = 1;
  let step = steps.next();
  for (; step.done !== true; count++) step = steps.next();
  expect(step.value).toHaveLength(200_000);
  expect(count).toBeGreaterThan(32);
});

describe('the members of a long object with a key', () => {
  const streaming = (text: string, groupLength: number) => {
    const members = new Map<string, unknown>();
    const sink: MemberSink = {
      begin: () => members.clear(),
      member: (key, value) => void members.set(key, value),
    };
    const value = parse(text, { groupLength, streamed: { key: 'big', sink } }) as { readonly big: unknown };
    return { value, members: [...members] };
  };

  it('are passed on, and those of other objects are not', () => {
    const text = '{"a":{"big":{"x":1,"y":2}},"big":{"k":{"n":[1,2,3]},"__proto__":5,"l":6},"c":[1]}';
    for (let length = 1; length < 30; length++) {
      const { value, members } = streaming(text, length);
      expect(value).toEqual({ a: { big: { x: 1, y: 2 } }, big: {}, c: [1] });
      expect(value.big).toBe(STREAMED);
      expect(members).toEqual([
        ['k', { n: [1, 2, 3] }],
        ['__proto__', 5],
        ['l', 6],
      ]);
    }
  });

  it('stay in the value when the object is short, and count once when the key comes again', () => {
    expect(streaming('{"big":{"x":1},"other":"a long text that makes the whole long"}', 20)).toEqual({
      value: { big: { x: 1 }, other: 'a long text that makes the whole long' },
      members: [],
    });
    expect(streaming('{"big":{"x":1,"y":2,"z":3},"big":{"x":4,"z":5}}', 5).members).toEqual([
      ['x', 4],
      ['z', 5],
    ]);
  });
});
